import { escaped, filled } from '../../lib/site/template';

test('placeholders are replaced by the values verbatim', () =>
  expect(filled('page', '<p>{{a}} {{b}}</p>{{a}}', { a: '$& {{b}}', b: '2' })).toBe('<p>$& {{b}} 2</p>$& {{b}}'));
test('a placeholder without a value and a value without a placeholder are errors', () => {
  expect(() => filled('page.html', '{{a}} {{wrong}}', { a: '1' })).toThrow('page.html: unknown placeholder {{wrong}}');
  expect(() => filled('page.html', '{{a}}', { a: '1', b: '2', c: '3' })).toThrow(
    'page.html: unused placeholder {{b}}, {{c}}',
  );
});
test('text is escaped for elements and attributes', () =>
  expect(escaped(`<a href='x'>"&"</a>`)).toBe('&#60;a href=&#39;x&#39;&#62;&#34;&#38;&#34;&#60;/a&#62;'));

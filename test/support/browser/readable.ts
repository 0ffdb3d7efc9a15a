/** Page expression: texts below WCAG AA contrast (4.5, or 3 for large text), and fields and buttons without a name. */
export const UNREADABLE = `(() => {
  const rgba = (text) => {
    const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  const luminance = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = rgba(getComputedStyle(one).backgroundColor);
      if (colour.a === 1) return colour;
    }
    return { r: 255, g: 255, b: 255 };
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.data.trim();
    if (!text || !element.checkVisibility() || element.closest('script, style, template, .unseen, .skip, :disabled')) continue;
    const style = getComputedStyle(element);
    const [one, two] = [luminance(rgba(style.color)), luminance(behind(element))];
    const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) found.push(text.slice(0, 40) + ': contrast ' + ratio.toFixed(2));
  }
  for (const field of document.querySelectorAll('input, select, textarea'))
    if (!field.labels?.length && !field.ariaLabel) found.push('no label: ' + field.outerHTML.slice(0, 80));
  for (const button of document.querySelectorAll('button, a[href], progress, [role=region]'))
    if (!(button.ariaLabel || button.textContent.trim())) found.push('no name: ' + button.outerHTML.slice(0, 80));
  return found;
})()`;

export const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

import { docsPage } from '../../contract/endpoints/service';
import { implement } from '../../http/implement';

const PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Chain Data Service</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
  <div id="docs"></div>
  <script src="docs/swagger-ui-bundle.js"></script>
  <script src="docs/start.js"></script>
</body>
</html>
`;

/** Relative URLs throughout, so that the page works behind a stage name and behind a custom domain. */
export const handler = implement(docsPage, async () => PAGE);

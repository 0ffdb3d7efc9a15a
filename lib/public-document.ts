import { openapi } from '../lambdas/app/contract/openapi/document';
import { endpoints } from '../lambdas/app/contract/registry';
import { recordedExamples } from './examples';
import { serviceVersion } from './version';

/** The OpenAPI document that a deployment serves. */
export const publicDocument = (config: Parameters<typeof openapi>[1]) =>
  openapi(endpoints, config, serviceVersion(), recordedExamples());

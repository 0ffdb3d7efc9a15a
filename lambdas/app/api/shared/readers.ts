import { exportReaders } from '../../../exports/rows/readers';
import { webhookReader } from '../../../webhooks/rows/webhook-item';

/** Readers of exports that can notify a webhook, by entity. */
export const readers = { ...exportReaders, Webhook: webhookReader };

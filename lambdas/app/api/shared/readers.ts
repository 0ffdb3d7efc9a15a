import { exportReaders } from '../../../exports/rows/readers';
import { webhookReader } from '../../../webhooks/rows/webhook-item';

export const readers = { ...exportReaders, Webhook: webhookReader };

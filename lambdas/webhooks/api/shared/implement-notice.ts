import { implementWith } from '../../../core/http/implement';

/** Apart from the other endpoints, which would load the writer of feeds. */
export const implement = implementWith({
  readers: async () => (await import('../../rows/notice-readers')).noticeReaders,
  writers: async () => (await import('../../rows/notice-writers')).noticeWriters,
});

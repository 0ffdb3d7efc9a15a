/** Evicts the least recently set entry. */
export class BoundedCache<K, V = true> {
  private readonly entries = new Map<K, V>();
  constructor(private readonly max: number) {}

  get(key: K): V | undefined {
    return this.entries.get(key);
  }
  has(key: K): boolean {
    return this.entries.has(key);
  }
  set(key: K, value: V): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.max && oldest !== undefined) this.entries.delete(oldest);
  }
  delete(key: K): void {
    this.entries.delete(key);
  }
  clear(): void {
    this.entries.clear();
  }
}

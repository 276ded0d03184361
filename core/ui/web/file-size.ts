/** A number of bytes for people: `812 B`, `1.4 MB`. */
export function fileSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  const value = bytes / 1024 ** step;
  return `${step === 0 ? value : value < 10 ? value.toFixed(1) : Math.round(value)} ${units[step]}`;
}

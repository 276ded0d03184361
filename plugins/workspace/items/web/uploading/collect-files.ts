/** A file to upload, and the folders it lay in, outermost first. */
export interface FoundFile {
  readonly file: File;
  readonly folders: readonly string[];
}

/** Files of a drop, with everything inside dropped folders. Hidden files (`.DS_Store`, `Thumbs.db`) are left out. */
export async function collectDrop(data: DataTransfer): Promise<readonly FoundFile[]> {
  // The entries must be taken before the first wait: the browser empties the list then.
  const entries = [...data.items].flatMap(item => (item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : []));
  const found: FoundFile[] = [];
  for (const entry of entries) await walk(entry, [], found);
  return found;
}

/** Files of a file field, also one that takes a folder. */
export function collectPicked(files: Iterable<File>): readonly FoundFile[] {
  return [...files]
    .filter(file => !isHidden(file.name))
    .map(file => ({
      file,
      folders: file.webkitRelativePath === '' ? [] : file.webkitRelativePath.split('/').slice(0, -1),
    }));
}

const isHidden = (name: string): boolean => name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini';

async function walk(entry: FileSystemEntry, folders: readonly string[], found: FoundFile[]): Promise<void> {
  if (isHidden(entry.name)) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ file, folders });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A directory answers in parts of at most 100 entries, and an empty part at its end.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return;
    for (const each of part) await walk(each, [...folders, entry.name], found);
  }
}

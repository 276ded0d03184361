import { getDocument, PDFWorker } from 'pdfjs-dist';
import type { PDFDocumentProxy } from 'pdfjs-dist';

type Files = Readonly<Record<string, string>>;

// What documents may need beside themselves, from our own origin: encodings of Asian scripts, the standard fonts,
// decoders of pictures.
const encodings: Files = import.meta.glob('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
  exhaustive: true,
});
const fonts: Files = import.meta.glob('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
  exhaustive: true,
});
const decoders: Files = import.meta.glob('/node_modules/pdfjs-dist/wasm/{openjpeg,jbig2,qcms_bg}.wasm', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
  exhaustive: true,
});

async function load(files: Files, name: string): Promise<Uint8Array> {
  const address = Object.entries(files).find(([path]) => path.endsWith(`/${name}`))?.[1];
  if (address === undefined) throw new Error(`${name} is not there.`);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${name} was answered ${answer.status}.`);
  return new Uint8Array(await answer.arrayBuffer());
}

class Encodings {
  readonly isCompressed = true;
  fetch = async ({ name }: { readonly name: string }): Promise<object> => ({
    cMapData: await load(encodings, `${name}.bcmap`),
    isCompressed: true,
  });
}

class Fonts {
  fetch = ({ filename }: { readonly filename: string }): Promise<Uint8Array> => load(fonts, filename);
}

class Decoders {
  fetch = ({ filename }: { readonly filename: string }): Promise<Uint8Array> => load(decoders, filename);
}

/** Most pixels of one picture in a document; larger ones are left out. */
const MOST_PIXELS = 64_000_000;

/** An open PDF. */
export interface PdfFile {
  readonly document: PDFDocumentProxy;
  close(): void;
}

/** Why a PDF cannot be shown. */
export class UnreadablePdf extends Error {
  override readonly name = 'UnreadablePdf';
}

/** Reads a PDF in a worker of its own. Scripts and forms in it are left alone. @throws UnreadablePdf */
export async function openPdf(bytes: Uint8Array<ArrayBuffer>): Promise<PdfFile> {
  const port = new Worker(new URL('./pdf-sealed-worker.ts', import.meta.url), { type: 'module', name: 'pdf' });
  const worker = PDFWorker.create({ port } as never);
  const task = getDocument({
    // The worker takes the bytes over.
    data: bytes.slice(),
    worker,
    useWorkerFetch: false,
    isEvalSupported: false,
    maxImageSize: MOST_PIXELS,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: 0,
    cMapPacked: true,
    cMapUrl: '/',
    standardFontDataUrl: '/',
    wasmUrl: '/',
    CMapReaderFactory: Encodings,
    StandardFontDataFactory: Fonts,
    WasmFactory: Decoders,
  } as never);
  const close = (): void => {
    void task.destroy().finally(() => {
      worker.destroy();
      port.terminate();
    });
  };
  try {
    return { document: await task.promise, close };
  } catch (error) {
    close();
    const name = error instanceof Error ? error.name : '';
    throw new UnreadablePdf(
      name === 'PasswordException'
        ? 'It is protected by a password.'
        : name === 'InvalidPDFException'
          ? 'It is no PDF, or damaged.'
          : 'It cannot be read.',
    );
  }
}

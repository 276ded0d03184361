import type { JSX } from 'react';
import { PdfView } from '#plugins/annotate/editor/web/kit/pdf/index.ts';
import { FileCard } from './file-card.tsx';
import type { PreviewedEditor } from './preview-controls.ts';

/** A PDF, its pages one below the other. */
export default function PdfPreview({ editor }: { readonly editor: PreviewedEditor }): JSX.Element {
  return (
    <PdfView
      url={editor.item.url}
      name={editor.item.name}
      listener={editor}
      fault={(reason, again) => (
        <FileCard editor={editor} reason={reason} {...(again === undefined ? {} : { onRetry: again })} />
      )}
    />
  );
}

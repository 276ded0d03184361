import type { JSX } from 'react';
import { PdfView } from '#plugins/annotate/editor/web/kit/pdf/index.ts';
import type { ControlProps } from './control.ts';
import { MediaPlace } from './media-place.tsx';
import { FaultNote } from './fault-note.tsx';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

/** A PDF with its pages, in a window of its own inside of the form. */
export default function PdfControl({ field, name }: ControlProps): JSX.Element {
  return (
    <MediaPlace field={field} what="PDF">
      {address => (
        <div className={classes['pdf']}>
          <PdfView
            key={address}
            url={address}
            name={name}
            fault={(reason, again) => (
              <FaultNote text={messages.shared.pdfCannotBeShown(reason)} address={address} onRetry={again} />
            )}
          />
        </div>
      )}
    </MediaPlace>
  );
}

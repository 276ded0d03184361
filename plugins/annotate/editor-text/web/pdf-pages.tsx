import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { JSX } from 'react';
import type { PdfControls, PdfListener } from '#plugins/annotate/editor/web/kit/pdf/index.ts';
import { PdfView } from '#plugins/annotate/editor/web/kit/pdf/index.ts';
import type { TextController } from './text-controller.ts';
import classes from './text.module.css';

/** The pages of a PDF as they are printed, beside their text; they follow the text. */
export default function PdfPages({ controller }: { readonly controller: TextController }): JSX.Element {
  const { item } = controller.context.session;
  const controls = useRef<PdfControls>(undefined);
  const shown = useRef(1);
  const [pages, setPages] = useState(0);
  const wanted = useSyncExternalStore(
    listener => controller.onLayout(listener),
    () => controller.pageInView(),
  );
  const listener = useMemo<PdfListener>(
    () => ({
      control(given) {
        controls.current = given;
        return () => {
          if (controls.current === given) controls.current = undefined;
        };
      },
      learned: facts => setPages(facts.pages),
      shows(page) {
        if (page !== undefined) shown.current = page;
      },
    }),
    [],
  );
  useEffect(() => {
    if (pages > 0 && wanted !== shown.current) controls.current?.page(wanted - shown.current);
  }, [pages, wanted]);
  useEffect(() => {
    controller.showBeside(true);
    return () => controller.showBeside(false);
  }, [controller]);
  return (
    <div className={classes['pages']}>
      <PdfView
        url={item.url}
        name={item.name}
        listener={listener}
        fault={reason => <p className={classes['pagesFault']}>{reason}</p>}
      />
    </div>
  );
}

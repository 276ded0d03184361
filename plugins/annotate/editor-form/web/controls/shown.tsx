import { lazy, Suspense } from 'react';
import type { JSX } from 'react';
import { asText } from '#plugins/annotate/form/common/index.ts';
import type { ControlProps } from './control.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

const MarkdownText = lazy(() => import('./markdown-text.tsx'));

/** A text with something that reads as Markdown in it. */
const MARKS = /[*_`#>[\]|]|^\s*(?:[-+]|\d+\.)\s/m;

export function ParagraphControl({ component, field }: ControlProps): JSX.Element {
  const text = asText(field.value);
  const style = {
    textAlign: component['align'] === 'center' || component['align'] === 'right' ? component['align'] : 'left',
  } as const;
  const plain = (
    <p className={classes['words']} style={{ ...style, margin: 0 }}>
      {text}
    </p>
  );
  return MARKS.test(text) ? (
    <Suspense fallback={plain}>
      <div style={style}>
        <MarkdownText text={text} />
      </div>
    </Suspense>
  ) : (
    plain
  );
}

/** Components that need what is not there yet; their values are kept. */
export function LaterNotice(): JSX.Element {
  return <div className={classes['quiet']}>{messages.shown.notAvailableYet}</div>;
}

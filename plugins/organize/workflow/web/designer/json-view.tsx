import { useRef } from 'react';
import type { JSX, RefObject } from 'react';
import { messages } from '../messages.ts';
import classes from '../workflow.module.css';

interface JsonViewProps {
  readonly text: string;
  readonly fixed: boolean;
  /** Lines with problems, from 1. */
  readonly marked: ReadonlySet<number>;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onChange: (text: string) => void;
}

/** The workflow as JSON, with numbered lines. */
export function JsonView({ text, fixed, marked, field, onChange }: JsonViewProps): JSX.Element {
  const numbers = useRef<HTMLDivElement>(null);
  return (
    <div className={classes['json']}>
      <div ref={numbers} className={classes['lines']} aria-hidden>
        {text.split('\n').map((_, at) => (
          <div key={`line ${at + 1}`} data-marked={marked.has(at + 1)}>
            {at + 1}
          </div>
        ))}
      </div>
      <textarea
        ref={field}
        className={classes['text']}
        aria-label={messages.jsonView.workflowAsJson}
        spellCheck={false}
        wrap="off"
        readOnly={fixed}
        value={text}
        onChange={event => onChange(event.currentTarget.value)}
        onScroll={event => {
          if (numbers.current !== null) numbers.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
    </div>
  );
}

/** Puts the cursor into a line and shows it. */
export function goToLine(field: HTMLTextAreaElement | null, line: number): void {
  if (field === null) return;
  const lines = field.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  field.focus();
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  field.scrollTop = Math.max(0, (line - 4) * Number.parseFloat(getComputedStyle(field).lineHeight));
}

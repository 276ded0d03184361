import { Textarea, useComputedColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { JSX } from 'react';
import type { FormScript } from '../../common/form-document.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';
import type { ScriptController } from './script-controller.ts';
import type { ScriptProblem } from './script-problems.ts';

/** A place in a script one wants to see; a new object each time one asks. */
export interface ScriptPlace {
  readonly script: string;
  readonly line: number;
  readonly column: number;
}

interface ScriptEditorProps {
  readonly scripts: readonly FormScript[];
  readonly shown: string;
  readonly readOnly: boolean;
  /** Types of the form's fields. */
  readonly types: string;
  readonly place: ScriptPlace | undefined;
  readonly onChange: (name: string, source: string) => void;
  readonly onProblems: (problems: readonly ScriptProblem[]) => void;
  readonly onLeave: () => void;
}

/**
 * The source of a script, with what TypeScript says of it; a plain field until its editor is loaded, and where it
 * cannot be.
 */
export function ScriptEditor({
  scripts,
  shown,
  readOnly,
  types,
  place,
  onChange,
  onProblems,
  onLeave,
}: ScriptEditorProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const [controller, setController] = useState<ScriptController>();
  const dark = useComputedColorScheme('light') === 'dark';
  const changed = useEffectEvent(onChange);
  const report = useEffectEvent(onProblems);
  const left = useEffectEvent(onLeave);
  const opened = useEffectEvent((next: ScriptController) => {
    next.setTypes(types);
    next.setScripts(scripts);
    next.show(shown, readOnly);
    next.setDark(dark);
    setController(next);
  });

  useEffect(() => {
    let here = true;
    let open: ScriptController | undefined;
    void import('./script-controller.ts')
      .then(module =>
        module.ScriptController.open(host.current!, {
          dark: false,
          onChange: (name, source) => changed(name, source),
          onProblems: problems => report(problems),
          onLeave: () => left(),
        }),
      )
      .then(
        next => {
          if (!here) return next.dispose();
          open = next;
          opened(next);
        },
        () => undefined,
      );
    return () => {
      here = false;
      open?.dispose();
    };
  }, []);

  useEffect(() => controller?.setTypes(types), [controller, types]);
  useEffect(() => {
    controller?.setScripts(scripts);
    controller?.show(shown, readOnly);
  }, [controller, scripts, shown, readOnly]);
  useEffect(() => controller?.setDark(dark), [controller, dark]);
  useEffect(() => {
    if (place !== undefined && place.script === shown) controller?.reveal(place.line, place.column);
  }, [controller, place, shown]);

  const source = scripts.find(([name]) => name === shown)?.[1] ?? '';
  return (
    <div className={classes['scriptPlace']}>
      <div ref={host} className={classes['scriptHost']} hidden={controller === undefined} />
      {controller === undefined ? (
        <Textarea
          aria-label={messages.scriptEditor.sourceOfShown(shown)}
          className={classes['sourceText']!}
          value={source}
          readOnly={readOnly}
          spellCheck={false}
          onBlur={onLeave}
          onChange={event => onChange(shown, event.currentTarget.value)}
        />
      ) : undefined}
    </div>
  );
}

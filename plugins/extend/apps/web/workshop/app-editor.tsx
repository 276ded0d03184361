import { Textarea, useComputedColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { JSX } from 'react';
import type { BundleProblem } from '#core/sandbox/web/index.ts';
import type { AppFiles } from '../../common/app.ts';
import classes from '../custom-apps.module.css';
import { messages } from '../messages.ts';
import type { AppController } from './app-controller.ts';

/** A place in a file one wants to see; a new object each time one asks. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface AppEditorProps {
  readonly files: AppFiles;
  readonly shown: string | undefined;
  readonly place: FilePlace | undefined;
  readonly onChange: (path: string, text: string) => void;
  readonly onProblems: (problems: readonly BundleProblem[]) => void;
}

/**
 * The source of a file, with what TypeScript says of it; a plain field until its editor is loaded, and where it cannot
 * be.
 */
export function AppEditor({ files, shown, place, onChange, onProblems }: AppEditorProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const [controller, setController] = useState<AppController>();
  const dark = useComputedColorScheme('light') === 'dark';
  const changed = useEffectEvent(onChange);
  const report = useEffectEvent(onProblems);

  useEffect(() => {
    let here = true;
    let open: AppController | undefined;
    void import('./app-controller.ts')
      .then(module =>
        module.AppController.open(host.current!, {
          dark: false,
          onChange: (path, text) => changed(path, text),
          onProblems: problems => report(problems),
        }),
      )
      .then(
        next => {
          if (!here) return next.dispose();
          open = next;
          setController(next);
        },
        () => undefined,
      );
    return () => {
      here = false;
      open?.dispose();
    };
  }, []);

  useEffect(() => {
    controller?.setFiles(files);
    controller?.show(shown);
  }, [controller, files, shown]);
  useEffect(() => controller?.setDark(dark), [controller, dark]);
  useEffect(() => {
    if (place !== undefined && place.file === shown) controller?.reveal(place.line, place.column);
  }, [controller, place, shown]);

  return (
    <div className={classes['editorPlace']}>
      <div ref={host} className={classes['editorHost']} hidden={controller === undefined || shown === undefined} />
      {controller === undefined && shown !== undefined ? (
        <Textarea
          aria-label={messages.appEditor.sourceOfShown(shown)}
          className={classes['plainSource']!}
          value={files[shown] ?? ''}
          spellCheck={false}
          onChange={event => onChange(shown, event.currentTarget.value)}
        />
      ) : undefined}
    </div>
  );
}

import { ActionIcon, CloseButton } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { JSX } from 'react';
import type { BundleProblem } from '#core/sandbox/web/index.ts';
import { Icon, Tooltip, useDebounced } from '#core/ui/web/index.ts';
import type { AppFiles, AppView } from '../../common/app.ts';
import { FIRST_SAMPLES, readSamples, SAMPLES_FILE } from '../../common/samples.ts';
import classes from '../custom-apps.module.css';
import { messages } from '../messages.ts';
import type { AppDraft } from './app-draft.ts';
import { useDraft } from './app-draft.ts';
import type { FilePlace } from './app-editor.tsx';
import { AppEditor } from './app-editor.tsx';
import { BottomPanel } from './bottom-panel.tsx';
import { FileTree } from './file-tree.tsx';
import { Preview } from './preview.tsx';
import type { ReceivedCall, ReceivedLine } from './preview.tsx';
import type { PreviewSamples } from './use-previewed.ts';
import type { AppBuild } from './use-app-build.ts';

/** Lines of the console and calls that are kept on screen. */
const MOST_LINES = 300;

/** Milliseconds without a change of the sample data after which the preview restarts. */
const STILL_MS = 500;

/** Output and calls of one start of the code that was built; a build of the same code does not start it again. */
interface Output {
  readonly code: string | undefined;
  readonly run: string;
  readonly lines: readonly ReceivedLine[];
  readonly calls: readonly ReceivedCall[];
}

interface CodeViewProps {
  readonly app: AppView;
  readonly draft: AppDraft;
  readonly build: AppBuild;
  /** Problems found by the code editor. */
  readonly typed: readonly BundleProblem[];
  readonly onTyped: (problems: readonly BundleProblem[]) => void;
  /** Another number restarts the preview. */
  readonly turn: number;
}

/** Files, source and preview side by side; below what is wrong and what the app says and calls. */
export function CodeView({ app, draft, build, typed, onTyped, turn }: CodeViewProps): JSX.Element {
  const { files, tabs, shown } = useDraft(draft);
  const [place, setPlace] = useState<FilePlace>();
  const [output, setOutput] = useState<Output>({ code: undefined, run: '', lines: [], calls: [] });
  const [again, setAgain] = useState(0);
  const { samples, problems: wrongSamples } = useSamples(files);
  const problems = distinct([...typed, ...build.problems, ...wrongSamples]);
  const wrong = new Set(problems.filter(each => each.severity === 'error').map(each => each.file));
  const run = `${turn} ${again}`;
  const code = build.built?.code;
  // What an earlier build or start said is no longer of interest.
  const ofNow = (before: Output): Output =>
    before.code === code && before.run === run ? before : { code, run, lines: [], calls: [] };
  const addOutput = (add: (now: Output) => Partial<Output>): void =>
    setOutput(before => ({ ...ofNow(before), ...add(ofNow(before)) }));
  const { lines, calls } = ofNow(output);
  const open = ({ file, line, column }: FilePlace): void => {
    draft.show(file);
    setPlace({ file, line, column });
  };
  const beginSamples = (): void => {
    // One that cannot be read is fixed, and not started over.
    if (files[SAMPLES_FILE] === undefined) draft.write(SAMPLES_FILE, FIRST_SAMPLES);
    draft.show(SAMPLES_FILE);
  };
  return (
    <div className={classes['code']}>
      <FileTree draft={draft} files={files} shown={shown} wrong={wrong} />
      <div className={classes['source']}>
        <div className={classes['tabs']} role="group" aria-label={messages.codeView.openFiles}>
          {tabs.map(path => (
            <span key={path} className={classes['tab']} data-shown={path === shown} data-wrong={wrong.has(path)}>
              <button type="button" aria-pressed={path === shown} title={path} onClick={() => draft.show(path)}>
                {path.split('/').at(-1)}
              </button>
              <CloseButton size="xs" aria-label={messages.codeView.closePath(path)} onClick={() => draft.close(path)} />
            </span>
          ))}
        </div>
        {shown === undefined ? <p className={classes['hint']}>{messages.codeView.chooseAFile}</p> : undefined}
        <AppEditor
          files={files}
          shown={shown}
          place={place}
          onChange={(path, text) => draft.write(path, text)}
          onProblems={onTyped}
        />
      </div>
      <Preview
        app={app}
        build={build}
        run={run}
        onLine={line => addOutput(now => ({ lines: [...now.lines, line].slice(-MOST_LINES) }))}
        onCall={call => addOutput(now => ({ calls: [call, ...now.calls].slice(0, MOST_LINES) }))}
        samples={samples}
        onSamples={beginSamples}
      >
        <Tooltip label={messages.codeView.restartThePreview}>
          <ActionIcon aria-label={messages.codeView.reloadThePreview} onClick={() => setAgain(again + 1)}>
            <Icon name="refresh" size={14} />
          </ActionIcon>
        </Tooltip>
      </Preview>
      <BottomPanel
        app={app}
        problems={problems}
        lines={lines}
        calls={calls}
        onOpen={open}
        onClear={() => addOutput(() => ({ lines: [] }))}
      />
    </div>
  );
}

/** Sample data as it could be read last, a moment after the last edit, and what is wrong with it now. */
function useSamples(files: AppFiles): {
  readonly samples: PreviewSamples | undefined;
  readonly problems: readonly BundleProblem[];
} {
  const text = files[SAMPLES_FILE];
  const read = useMemo(() => readSamples(text), [text]);
  const still = useDebounced(read, STILL_MS);
  const [last, setLast] = useState<PreviewSamples | undefined>(
    read.samples === undefined ? undefined : { samples: read.samples, turn: 0 },
  );
  if (still.samples !== undefined && still.samples !== last?.samples)
    setLast({ samples: still.samples, turn: (last?.turn ?? 0) + 1 });
  return {
    samples: text === undefined ? undefined : last,
    problems: read.problems.map(each => ({ ...each, file: SAMPLES_FILE, severity: 'error' as const })),
  };
}

/** Each place once: a problem that two find is reported in the words of the first. */
const distinct = (problems: readonly BundleProblem[]): readonly BundleProblem[] =>
  [
    ...new Map(problems.toReversed().map(each => [`${each.file} ${each.line} ${each.severity}`, each])).values(),
  ].toSorted((one, other) => one.file.localeCompare(other.file) || one.line - other.line);

import { ActionIcon, Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { Bundler } from '#core/sandbox/web/index.ts';
import { errorText, Icon, Tooltip } from '#core/ui/web/index.ts';
import type { FormScript } from '../../common/form-document.ts';
import { MAIN_SCRIPT } from '../../common/form-document.ts';
import { isPython, unportedHandlers } from '../../common/form-scripts.ts';
import { missingHandlers, runningScripts } from '../../common/script-handlers.ts';
import { formValuesType } from '../../common/script-types.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';
import type { BuilderStore } from './builder-store.ts';
import { useBuilder } from './builder-store.ts';
import { MissingHandlers } from './missing-handlers.tsx';
import { PreviewView } from './preview-view.tsx';
import type { ScriptPlace } from './script-editor.tsx';
import { ScriptEditor } from './script-editor.tsx';
import { ScriptProblemList } from './script-problem-list.tsx';
import type { ScriptProblem } from './script-problems.ts';
import { compileScripts } from './script-problems.ts';

interface CodeViewProps {
  readonly store: BuilderStore;
  /** Problems found by the code editor, and those of the last build. */
  readonly problems: ScriptFindings;
  readonly onProblems: (problems: Partial<ScriptFindings>) => void;
}

export interface ScriptFindings {
  readonly typed: readonly ScriptProblem[];
  readonly compiled: readonly ScriptProblem[];
}

/** The scripts of the form, as TypeScript understands them. Python is kept as it came: shown, not changed. */
export function CodeView({ store, problems, onProblems }: CodeViewProps): JSX.Element {
  const bundler = useService(Bundler);
  const code = useBuilder(store, each => each.form.code);
  const components = useBuilder(store, each => each.form.components);
  const types = useMemo(() => formValuesType(components), [components]);
  const [place, setPlace] = useState(0);
  const [goal, setGoal] = useState<ScriptPlace>();
  const [added, setAdded] = useState<string>();
  const [ran, setRan] = useState(() => ({ scripts: runningScripts(store.form), times: 0 }));
  // Until the person moves it, it is there when there is room.
  const wide = useMediaQuery('(min-width: 1280px)', true, { getInitialValueInEffect: false });
  const [wished, setBeside] = useLocalStorage<boolean | undefined>({
    key: 'loupe:form:preview-beside',
    defaultValue: undefined,
    getInitialValueInEffect: false,
  });
  const beside = wished ?? wide;
  const [run, setRun] = useState<{ readonly busy: boolean; readonly text: string; readonly failed: boolean }>();
  const at = Math.min(place, code.length - 1);
  const [name, source] = code[at] ?? [MAIN_SCRIPT, ''];
  const python = isPython(source);
  const unported = python ? unportedHandlers(store.form).filter(each => each.script === name) : [];
  const missing = python ? undefined : missingHandlers({ ...store.form, components, code }, source);
  const put = (next: readonly FormScript[], series?: string): void =>
    store.edit({ ...store.form, code: next }, series === undefined ? {} : { series });
  const type = (script: string, text: string): void => {
    const index = store.form.code.findIndex(([each]) => each === script);
    if (index >= 0 && store.form.code[index]![1] !== text)
      put(store.form.code.with(index, [script, text]), `script ${index}`);
  };
  const add = (): void => {
    let number = 1;
    while (code.some(([each]) => each === `module_${number}`)) number += 1;
    put([...code, [`module_${number}`, '']]);
    setPlace(code.length);
  };
  const open = (problem: ScriptProblem): void => {
    const index = code.findIndex(([each]) => each === problem.script);
    if (index >= 0) setPlace(index);
    setGoal({ script: problem.script, line: problem.line, column: problem.column });
  };
  const compile = async (): Promise<void> => {
    setRun({ busy: true, text: messages.codeView.compiling, failed: false });
    try {
      const result = await compileScripts(bundler, store.form);
      onProblems({ compiled: result?.problems ?? [] });
      if (result?.size !== undefined)
        setRan(before => ({ scripts: runningScripts(store.form), times: before.times + 1 }));
      const wrong = result?.problems.filter(each => each.severity === 'error').length ?? 0;
      setRun({
        busy: false,
        failed: wrong > 0,
        text:
          result === undefined
            ? messages.codeView.thereIsNoTypescriptToRun
            : wrong > 0
              ? messages.codeView.itDoesNotCompile(wrong)
              : messages.codeView.itCompiles(Math.round(result.milliseconds)),
      });
    } catch (error) {
      setRun({ busy: false, failed: true, text: errorText(error) });
    }
  };
  const all = distinct([...problems.typed, ...problems.compiled]);
  return (
    <div className={classes['code']} data-beside={beside}>
      <nav className={classes['scripts']} aria-label={messages.codeView.scripts}>
        {code.map(([each], other) => (
          <button
            key={other}
            type="button"
            className={classes['entry']}
            aria-current={other === at}
            onClick={() => {
              store.endSeries();
              setPlace(other);
            }}
          >
            <Icon name="code" size={15} />
            <span>{each}</span>
          </button>
        ))}
        <Button mt={6} size="compact-xs" variant="default" leftSection={<Icon name="plus" size={12} />} onClick={add}>
          {messages.codeView.addScript}
        </Button>
      </nav>
      {beside ? <PreviewView key={ran.times} store={store} scripts={ran.scripts} /> : undefined}
      <div className={classes['source']}>
        <div className={classes['scriptHead']}>
          {name === MAIN_SCRIPT ? undefined : (
            <>
              <TextInput
                aria-label={messages.codeView.nameOfTheScript}
                value={name}
                readOnly={python}
                error={
                  code.some(([each], other) => other !== at && each === name)
                    ? messages.shared.thisNameIsThereTwice
                    : undefined
                }
                onBlur={() => store.endSeries()}
                onChange={event => put(code.with(at, [event.currentTarget.value, source]), `script name ${at}`)}
              />
              <ActionIcon
                aria-label={messages.codeView.removeName(name)}
                onClick={() => {
                  put(code.toSpliced(at, 1));
                  setPlace(0);
                }}
              >
                <Icon name="trash" size={14} />
              </ActionIcon>
            </>
          )}
          <Text
            size="sm"
            c={run?.failed === true ? 'var(--loupe-danger)' : 'var(--loupe-muted)'}
            role="status"
            className={classes['runState']!}
          >
            {run?.text ?? ''}
          </Text>
          <Group gap="xs" wrap="nowrap" ml="auto">
            <Tooltip
              label={
                missing === undefined
                  ? python
                    ? messages.codeView.pythonIsNotChanged
                    : messages.codeView.everyButtonHasAHandler
                  : messages.codeView.showsFirstWhatIsAdded
              }
            >
              <Button
                size="compact-sm"
                variant="default"
                disabled={missing === undefined}
                onClick={() => setAdded(missing)}
              >
                {messages.shared.addMissingHandlers}
              </Button>
            </Tooltip>
            <Button size="compact-sm" variant="default" aria-pressed={beside} onClick={() => setBeside(!beside)}>
              {beside ? messages.codeView.hidePreview : messages.codeView.showPreview}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="play" size={14} />}
              loading={run?.busy === true}
              onClick={() => void compile()}
            >
              {messages.codeView.run}
            </Button>
          </Group>
        </div>
        {python ? (
          <Alert color="blue" p="xs" title={messages.codeView.pythonIsKeptWithTheForm}>
            {unported.length === 0 ? (
              messages.codeView.noHandlerOfItDoesAnything
            ) : (
              <>
                {messages.codeView.toBeWrittenInTypescript(
                  unported.map(each => messages.codeView.nameLine(each.name, each.line)).join(', '),
                )}
              </>
            )}
          </Alert>
        ) : undefined}
        <ScriptEditor
          scripts={code}
          shown={name}
          readOnly={python}
          types={types}
          place={goal}
          onChange={type}
          onProblems={typed => onProblems({ typed, compiled: [] })}
          onLeave={() => store.endSeries()}
        />
        <Text size="xs" c="var(--loupe-muted)">
          {messages.codeView.ctrlM}
        </Text>
        <ScriptProblemList problems={all} onOpen={open} />
      </div>
      <MissingHandlers
        script={name}
        added={added}
        onClose={() => setAdded(undefined)}
        onAdd={() => {
          store.endSeries();
          put(code.with(at, [name, `${source}${added ?? ''}`]));
          setAdded(undefined);
        }}
      />
    </div>
  );
}

/** Each place once, by line: a problem that two find is reported in the words of the first. */
const distinct = (problems: readonly ScriptProblem[]): readonly ScriptProblem[] =>
  [
    ...new Map(problems.toReversed().map(each => [`${each.script} ${each.line} ${each.column}`, each])).values(),
  ].toSorted((one, other) => (one.script < other.script ? -1 : one.script > other.script ? 1 : one.line - other.line));

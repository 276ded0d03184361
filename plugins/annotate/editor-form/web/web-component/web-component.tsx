import { Anchor, Button, useComputedColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import type { Sandbox } from '#core/sandbox/web/index.ts';
import { Sandboxes } from '#core/sandbox/web/index.ts';
import { asText } from '#plugins/annotate/form/common/index.ts';
import { isSafeLink } from '#plugins/workspace/projects/common/index.ts';
import { numberOf } from '../controls/control.ts';
import type { ControlProps } from '../controls/control.ts';
import { useForm } from '../form-context.ts';
import { componentCode, contextOf, isAddress } from './component-code.ts';
import { eventOf, readPageWord } from './page-words.ts';
import classes from '../form.module.css';
import { messages as texts } from '../messages.ts';

/** Height without a property of its own, CSS pixels. */
const HEIGHT = 240;

/** A page of the form's builder, sealed off: it reaches its value, its context and messages, and nothing else. */
export default function WebComponentControl(props: ControlProps): JSX.Element {
  const { component, name } = props;
  const code = asText(component['code']);
  const [turn, setTurn] = useState(0);
  if (code.trim() === '')
    return <div className={classes['quiet']}>{texts.webComponent.nothingStandsInThisComponentYet}</div>;
  if (isAddress(code)) {
    return (
      <div className={classes['quiet']}>
        {texts.webComponent.pagesOfOtherHosts}{' '}
        {isSafeLink(code.trim()) ? (
          <Anchor href={code.trim()} target="_blank" rel="noopener noreferrer" size="xs">
            {texts.webComponent.openHost(new URL(code.trim()).host)}
          </Anchor>
        ) : undefined}
      </div>
    );
  }
  return <Page key={`${turn} ${code}`} {...props} code={code} title={name} onAgain={() => setTurn(turn + 1)} />;
}

type PageProps = ControlProps & { readonly code: string; readonly title: string; readonly onAgain: () => void };

function Page({ component, path, field, code, title, onAgain }: PageProps): JSX.Element {
  const { controller, scripts, withoutComments } = useForm();
  const sandboxes = useService(Sandboxes);
  const theme = useComputedColorScheme('light');
  const owner = useId();
  const place = useRef<HTMLDivElement>(null);
  const sandbox = useRef<Sandbox>(undefined);
  const sentValue = useRef<string>(undefined);
  const now = useRef(field);
  const [height, setHeight] = useState(numberOf(component, 'height') ?? HEIGHT);
  const [problem, setProblem] = useState<{ readonly text: string; readonly ended: boolean }>();
  useEffect(() => {
    now.current = field;
  });
  const context = JSON.stringify(contextOf(component['context']));

  const open = useEffectEvent((): (() => void) => {
    const page = {
      html: code,
      context: JSON.parse(context) as unknown,
      value: now.current.value ?? null,
      readOnly: now.current.readOnly,
      theme,
      isBuilder: withoutComments === true,
    };
    sentValue.current = JSON.stringify(page.value);
    const running = sandboxes.open({
      code: componentCode(page),
      title,
      host: place.current!,
      onFault: fault =>
        setProblem({
          ended: fault.kind === 'silent' || fault.ended === true,
          text: fault.kind === 'silent' ? texts.webComponent.itDidNotAnswer : fault.message,
        }),
    });
    sandbox.current = running;
    running.ready.catch(() => setProblem({ text: texts.webComponent.itCouldNotBegin, ended: true }));
    const stop = running.transport.listen(given => {
      const word = readPageWord(given);
      if (word?.kind === 'resize') setHeight(word.height);
      else if (word?.kind === 'left')
        setProblem({ text: texts.webComponent.scriptsAtAddressesAreNotLoaded(word.address), ended: false });
      else if (word?.kind === 'post') controller.events.emit({ id: component.id, path, ...eventOf(word.message) });
      else if (word?.kind === 'set' && !now.current.readOnly) {
        sentValue.current = JSON.stringify(word.value);
        controller.drafts.keep(owner, () => now.current.set(word.value), field.key);
      }
    });
    const deaf = controller.webComponents.listen(field.key, message =>
      running.transport.send({ kind: 'message', message: message ?? null }),
    );
    return () => {
      controller.drafts.commit(owner);
      deaf();
      stop();
      running.stop();
      sandbox.current = undefined;
    };
  });
  useEffect(() => open(), [sandboxes, code, context, field.key]);

  const value = JSON.stringify(field.value ?? null);
  useEffect(() => {
    // Undo, scripts and others change it from outside.
    if (value === sentValue.current) return;
    sentValue.current = value;
    sandbox.current?.transport.send({ kind: 'value', value: JSON.parse(value) as unknown });
  }, [value]);
  useEffect(() => sandbox.current?.transport.send({ kind: 'readOnly', value: field.readOnly }), [field.readOnly]);
  useEffect(() => sandbox.current?.transport.send({ kind: 'theme', value: theme }), [theme]);

  const detailed = withoutComments === true || scripts?.mayBuild === true;
  return (
    <div>
      <div ref={place} className={classes['webComponent']} style={{ height }} hidden={problem?.ended === true} />
      {problem === undefined || (!problem.ended && !detailed) ? undefined : (
        <div className={classes['quiet']} role="status">
          {problem.ended ? texts.webComponent.titleStopped(title) : texts.webComponent.thisPageHadAProblem}
          {detailed ? ` ${problem.text}` : ''}{' '}
          {problem.ended ? (
            <Button size="compact-xs" variant="default" onClick={onAgain}>
              {texts.shared.startAgain}
            </Button>
          ) : undefined}
        </div>
      )}
    </div>
  );
}

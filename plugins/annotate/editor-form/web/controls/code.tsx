import { Textarea, useComputedColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { JSX } from 'react';
import { asText } from '#plugins/annotate/form/common/index.ts';
import type * as Code from '#core/code-editor/web/index.ts';
import type { CodeEditor } from '#core/code-editor/web/index.ts';
import { describedBy } from '#core/ui/web/index.ts';
import { useController, useTyping } from '../form-context.ts';
import type { ControlProps } from './control.ts';
import classes from '../form.module.css';

/** Source text; a plain field until its editor is loaded, and where it cannot be. */
export default function CodeControl(props: ControlProps): JSX.Element {
  const [loaded, setLoaded] = useState<typeof Code>();
  useEffect(() => {
    let here = true;
    void import('#core/code-editor/web/index.ts').then(
      module => here && setLoaded(module),
      () => undefined,
    );
    return () => void (here = false);
  }, []);
  return loaded === undefined ? <PlainCode {...props} /> : <ColoredCode {...props} module={loaded} />;
}

const titled = ({ component, name }: ControlProps): string => `${name}, ${String(component['language'] ?? 'text')}`;

function PlainCode(props: ControlProps): JSX.Element {
  const { field, id, described, invalid } = props;
  const { text, type, leave } = useTyping(field);
  return (
    <Textarea
      id={id}
      aria-label={titled(props)}
      {...describedBy(described)}
      error={invalid}
      rows={10}
      resize="vertical"
      spellCheck={false}
      classNames={{ input: classes['code']! }}
      value={text}
      disabled={field.readOnly}
      onChange={event => type(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}

function ColoredCode({ module, ...props }: ControlProps & { readonly module: typeof Code }): JSX.Element {
  const { field, component } = props;
  const { drafts } = useController();
  const owner = useId();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(undefined);
  const dark = useComputedColorScheme('light') === 'dark';
  const text = asText(field.value);
  const [ready, setReady] = useState(false);
  const language = String(component['language'] ?? 'plaintext');

  const open = useEffectEvent(() =>
    module.openCode(host.current!, { text, language, readOnly: field.readOnly, dark, name: titled(props) }),
  );
  const keep = useEffectEvent((read: () => string) => drafts.keep(owner, () => field.set(read()), field.key));

  useEffect(() => {
    let here = true;
    void open().then(opened => {
      if (!here) return opened.dispose();
      editor.current = opened;
      setReady(true);
    });
    return () => {
      here = false;
      drafts.commit(owner);
      editor.current?.dispose();
      editor.current = undefined;
    };
  }, [module, language, drafts, owner]);

  useEffect(() => {
    const shown = editor.current;
    if (shown === undefined) return undefined;
    // Undo, and what others saved, come from outside.
    if (shown.getValue() !== text && !shown.hasTextFocus()) shown.setValue(text);
    const typed = shown.onDidChangeModelContent(({ isFlush }) => {
      if (!isFlush) keep(() => shown.getValue());
    });
    const left = shown.onDidBlurEditorText(() => drafts.commit(owner));
    return () => {
      typed.dispose();
      left.dispose();
    };
  }, [ready, text, drafts, owner]);

  useEffect(() => module.showTheme(dark), [module, dark]);
  useEffect(() => editor.current?.updateOptions({ readOnly: field.readOnly }), [ready, field.readOnly]);
  return <div ref={host} className={classes['editorHost']} />;
}

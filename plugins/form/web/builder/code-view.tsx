import { ActionIcon, Alert, Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { FormScript } from '../../common/form-document.ts';
import { MAIN_SCRIPT } from '../../common/form-document.ts';
import { isPython, unportedHandlers } from '../../common/form-scripts.ts';
import classes from '../form.module.css';
import type { BuilderStore } from './builder-store.ts';
import { useBuilder } from './builder-store.ts';

/** The scripts of the form. Python is kept as it came: shown, not changed. */
export function CodeView({ store }: { readonly store: BuilderStore }): JSX.Element {
  const code = useBuilder(store, each => each.form.code);
  const [place, setPlace] = useState(0);
  const at = Math.min(place, code.length - 1);
  const [name, source] = code[at] ?? [MAIN_SCRIPT, ''];
  const python = isPython(source);
  const unported = python ? unportedHandlers(store.form).filter(each => each.script === name) : [];
  const put = (next: readonly FormScript[], series?: string): void => store.edit({ ...store.form, code: next }, series === undefined ? {} : { series });
  const add = (): void => {
    let number = 1;
    while (code.some(([each]) => each === `module_${number}`)) number += 1;
    put([...code, [`module_${number}`, '']]);
    setPlace(code.length);
  };
  return (
    <div className={classes['code']}>
      <nav className={classes['scripts']} aria-label="Scripts">
        {code.map(([each], other) => <button key={other} type="button" className={classes['entry']} aria-current={other === at} onClick={() => { store.endSeries(); setPlace(other); }}><Icon name="code" size={15} /><span>{each}</span></button>)}
        <Button mt={6} size="compact-xs" variant="default" leftSection={<Icon name="plus" size={12} />} onClick={add}>Add script</Button>
      </nav>
      <div className={classes['source']}>
        {name === MAIN_SCRIPT ? undefined : (
          <div className={classes['scriptHead']}>
            <TextInput aria-label="Name of the script" value={name} readOnly={python} error={code.some(([each], other) => other !== at && each === name) ? 'This name is there twice' : undefined} onBlur={() => store.endSeries()} onChange={event => put(code.with(at, [event.currentTarget.value, source]), `script name ${at}`)} />
            <ActionIcon aria-label={`Remove ${name}`} onClick={() => { put(code.toSpliced(at, 1)); setPlace(0); }}><Icon name="trash" size={14} /></ActionIcon>
          </div>
        )}
        {python ? (
          <Alert color="blue" p="xs" title="Python is kept with the form, but does not run here">
            {unported.length === 0 ? 'No handler of it does anything.' : <>To be written in TypeScript: {unported.map(each => `${each.name} (line ${each.line})`).join(', ')}</>}
          </Alert>
        ) : undefined}
        <Textarea aria-label={`Source of ${name}`} className={classes['sourceText']!} value={source} readOnly={python} spellCheck={false} onBlur={() => store.endSeries()} onChange={event => put(code.with(at, [name, event.currentTarget.value]), `script ${at}`)} />
      </div>
    </div>
  );
}

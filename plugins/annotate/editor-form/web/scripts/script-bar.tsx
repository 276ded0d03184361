import { ActionIcon, Button, Loader } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { FormScripts } from './form-scripts.ts';
import type { ScriptsState } from './scripts-state.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

const absent = (): (() => void) => () => undefined;

/** Returns the state of the scripts of a form; undefined where there are none. */
export const useScripts = (scripts: FormScripts | undefined): ScriptsState | undefined =>
  useSyncExternalStore(scripts?.subscribe ?? absent, () => scripts?.state);

/** Shows the work of a script, and its messages to the person; nothing else of it shows. */
export function ScriptBar({ scripts }: { readonly scripts: FormScripts }): JSX.Element | undefined {
  const state = useScripts(scripts);
  if (state === undefined || (state.busy === undefined && state.notices.length === 0)) return undefined;
  return (
    <div className={classes['scriptBar']}>
      {state.busy === undefined ? undefined : (
        <div className={classes['scriptLine']} role="status">
          <Loader size={14} aria-hidden />
          <span>{state.busy.text ?? messages.scriptBar.formsScriptIsWorking}</span>
          <Button size="compact-xs" variant="default" ml="auto" onClick={() => scripts.stop()}>
            {messages.shared.stop}
          </Button>
        </div>
      )}
      {state.notices.map(({ id, text, detail, ended, times }) => (
        <div key={id} className={classes['scriptLine']} role="alert" data-tone="warning">
          <Icon name="warning" size={14} />
          <span>
            {text}
            {detail === undefined ? undefined : (
              <>
                {' '}
                <code>{detail}</code>
              </>
            )}
            {times > 1 ? messages.scriptBar.times(times) : ''}
          </span>
          {ended ? (
            <Button size="compact-xs" variant="default" ml="auto" onClick={() => scripts.start()}>
              {messages.shared.startAgain}
            </Button>
          ) : (
            <span className={classes['grow']} />
          )}
          <ActionIcon size="sm" aria-label={messages.shared.dismiss} onClick={() => scripts.dismiss(id)}>
            <Icon name="close" size={14} />
          </ActionIcon>
        </div>
      ))}
    </div>
  );
}

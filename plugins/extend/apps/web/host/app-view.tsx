import { ActionIcon, Alert, Button, Loader, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { errorText, Icon } from '#core/ui/web/index.ts';
import type { Capability } from '#sdk/app/app-manifest.ts';
import { CAPABILITIES } from '#sdk/app/app-manifest.ts';
import { messages } from '../messages.ts';
import classes from './app-view.module.css';
import type { AppListener, AppSituation, AppSource } from './app-host.ts';
import { AppHost } from './app-host.ts';
import type { PlaceOfApp } from './use-situation.ts';
import { useSituation } from './use-situation.ts';

/** The shown app, and its place. */
export interface AppViewProps extends AppListener {
  readonly source: AppSource;
  readonly context: PlaceOfApp;
  /** CSS pixels; the whole of the element around it when absent. */
  readonly height?: number;
}

/**
 * An app in its frame: what it does, what it lacks, and that it stopped. It restarts when its code or grant changes.
 */
export function AppView(props: AppViewProps): JSX.Element {
  const { source, context, height } = props;
  const situation = useSituation(context, source.asRole?.name);
  const [turn, setTurn] = useState(0);
  const run = JSON.stringify([
    source.id,
    source.sdk,
    source.asRole?.number,
    source.grant.capabilities,
    source.grant.hosts,
  ]);
  return (
    <section
      className={classes['app']}
      style={height === undefined ? undefined : { height, flex: 'none' }}
      aria-label={source.name}
    >
      {situation === undefined ? (
        <Starting name={source.name} />
      ) : (
        <Running
          key={`${turn} ${run} ${source.code}`}
          {...props}
          situation={situation}
          onAgain={() => setTurn(turn + 1)}
        />
      )}
    </section>
  );
}

type RunningProps = AppViewProps & { readonly situation: AppSituation; readonly onAgain: () => void };

function Running({ source, situation, onAgain, onConsole, onCall, onFault }: RunningProps): JSX.Element {
  const host = useService(AppHost);
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef<AppListener>({});
  const [state, setState] = useState<'starting' | 'running' | { readonly stopped: string }>('starting');
  const [denied, setDenied] = useState<readonly Capability[]>([]);
  useEffect(() => {
    latest.current = {
      ...(onConsole === undefined ? {} : { onConsole }),
      ...(onCall === undefined ? {} : { onCall }),
      ...(onFault === undefined ? {} : { onFault }),
    };
  });
  // Without the source: the key of this component changes with all that makes it another app.
  const start = useEffectEvent((): (() => void) => {
    let shown = true;
    const stop = (reason: string): void => {
      if (!shown) return;
      setState({ stopped: reason });
      // What is left of it has no use, and may still be at work.
      running.dispose();
    };
    const running = host.run(source, place.current!, situation, {
      onConsole: (level, text) => latest.current.onConsole?.(level, text),
      onCall: served => latest.current.onCall?.(served),
      onFault: fault => latest.current.onFault?.(fault),
      onStopped: stop,
      onDenied: capability => setDenied(before => (before.includes(capability) ? before : [...before, capability])),
    });
    running.begun.then(
      () => {
        if (shown) setState(before => (before === 'starting' ? 'running' : before));
      },
      (error: unknown) => stop(errorText(error)),
    );
    return () => {
      shown = false;
      running.dispose();
    };
  });
  useEffect(() => start(), [host, situation]);

  const stopped = typeof state === 'object' ? state.stopped : undefined;
  return (
    <>
      {denied.length === 0 ? undefined : (
        <Alert className={classes['denied']} color="yellow" role="status" icon={<Icon name="lock" size={14} />}>
          <div className={classes['deniedText']}>
            <span>
              {messages.appView.nameIsNotAllowedTo(
                source.name,
                denied.map(each => CAPABILITIES[each].toLowerCase()).join('; '),
              )}
            </span>
            <ActionIcon size="sm" aria-label={messages.appView.close} onClick={() => setDenied([])}>
              <Icon name="close" size={14} />
            </ActionIcon>
          </div>
        </Alert>
      )}
      <div ref={place} className={classes['frame']} hidden={stopped !== undefined} />
      {state === 'starting' ? <Starting name={source.name} /> : undefined}
      {stopped === undefined ? undefined : (
        <div className={classes['stopped']} role="alert">
          <Icon name="warning" size={28} />
          <Text fw={500}>{messages.appView.thisAppStopped}</Text>
          <Text className={classes['reason']}>{stopped}</Text>
          <Button variant="default" leftSection={<Icon name="refresh" size={14} />} onClick={onAgain}>
            {messages.appView.restart}
          </Button>
        </div>
      )}
    </>
  );
}

const Starting = ({ name }: { readonly name: string }): JSX.Element => (
  <div className={classes['starting']} role="status">
    <Loader size="sm" />
    <Text>{messages.appView.startingName(name)}</Text>
  </div>
);

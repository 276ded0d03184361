import { Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { JSX, ReactNode } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { AppView as App } from '../../common/app.ts';
import { SAMPLES_FILE } from '../../common/samples.ts';
import classes from '../custom-apps.module.css';
import type { CommandFeed } from '../host/app-host.ts';
import { AppView } from '../host/app-view.tsx';
import { messages } from '../messages.ts';
import { opensFor, useTriedRole } from './tried-role.ts';
import type { AppBuild } from './use-app-build.ts';
import { PreviewBar } from './preview-bar.tsx';
import type { PreviewSamples } from './use-previewed.ts';
import { usePreviewed } from './use-previewed.ts';

/** A line of the app's console, or a fault of its code. */
export interface ReceivedLine {
  readonly level: string;
  readonly text: string;
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };
}

/** A call that the app made. */
export interface ReceivedCall {
  readonly call: string;
  readonly outcome: 'done' | 'refused' | 'failed';
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly milliseconds: number;
  /** Sample data answered it. */
  readonly sample: boolean;
}

interface PreviewProps {
  readonly app: App;
  readonly build: AppBuild;
  /** Another text starts it again. */
  readonly run: string;
  readonly onLine: (line: ReceivedLine) => void;
  readonly onCall: (call: ReceivedCall) => void;
  /** The last sample data that could be read; undefined where the app has none. */
  readonly samples: PreviewSamples | undefined;
  /** Begins sample data, or shows that which cannot be read. */
  readonly onSamples: () => void;
  /** Buttons of its bar. */
  readonly children: ReactNode;
}

/**
 * The app as it was built last, with the data of the team or samples, the rights of who writes it and what it was
 * allowed.
 */
export function Preview({
  app,
  build,
  run,
  onLine,
  onCall,
  samples: given,
  onSamples,
  children,
}: PreviewProps): JSX.Element {
  const { built, stale, busy } = build;
  const [width, setWidth] = useState('0');
  const tried = useTriedRole();
  const { asRole, role } = tried;
  const previewed = usePreviewed(built, given, onSamples);
  const { place, project, item, samples, ofSamples, lacking, placed } = previewed;
  const listeners = useRef(new Set<(id: string) => void>());
  const [feed] = useState((): CommandFeed => listener => {
    listeners.current.add(listener);
    return () => void listeners.current.delete(listener);
  });
  const runCommand = (id: string): void => {
    if (listeners.current.size === 0) onLine({ level: 'warn', text: messages.preview.idHasNoListener(id) });
    for (const listener of listeners.current) listener(id);
  };
  return (
    <aside className={classes['preview']} aria-label={messages.preview.preview}>
      <PreviewBar
        previewed={previewed}
        tried={tried}
        built={built}
        width={width}
        onWidth={setWidth}
        onCommand={runCommand}
      >
        {children}
      </PreviewBar>
      <Text size="xs" c={stale ? 'var(--loupe-danger)' : 'var(--loupe-muted)'} role="status" px={10} pb={4}>
        {stale
          ? messages.preview.sourcesHaveErrors
          : busy
            ? messages.preview.building
            : built === undefined
              ? messages.preview.sourcesHaveErrors2
              : messages.preview.builtInCountMs(Math.round(built.milliseconds))}
      </Text>
      {asRole === undefined ? undefined : (
        <Text size="xs" c="var(--loupe-muted)" role="status" px={10} pb={4}>
          {messages.preview.asInEveryProjectCalls(asRole.name)}{' '}
          {opensFor(app, asRole.number) ? '' : messages.preview.mayNotOpenTheApp(asRole.name)}
        </Text>
      )}
      {samples === undefined ? undefined : (
        <Text size="xs" className={classes['samples']!} role="status">
          <b>{messages.shared.sampleData}</b> {messages.preview.samplesAnswer(SAMPLES_FILE)}{' '}
          {project === undefined || project !== ofSamples.project
            ? ''
            : item === undefined
              ? messages.preview.openedInProject(project.name)
              : messages.preview.openedAtItem(project.name, item.name)}
        </Text>
      )}
      <div
        className={classes['stage']}
        data-stale={stale && built !== undefined && lacking === undefined}
        data-samples={samples !== undefined}
        style={width === '0' ? {} : { width: Number(width), maxWidth: '100%', marginInline: 'auto' }}
      >
        {built === undefined || lacking !== undefined ? (
          <div className={classes['nothing']}>
            <Icon name={built === undefined && !busy ? 'warning' : 'apps'} size={28} />
            <Text>
              {built === undefined ? (busy ? messages.preview.building : messages.preview.nothingToShow) : lacking}
            </Text>
          </div>
        ) : (
          <AppView
            key={`${run} ${place} ${project?.id} ${item?.id} ${role} ${samples?.turn}`}
            source={{
              id: app.id,
              name: built.manifest.name,
              code: built.code,
              sdk: built.manifest.sdk,
              commands: feed,
              ...(asRole === undefined ? {} : { asRole }),
              ...(samples === undefined ? {} : { samples: samples.samples }),
              grant: {
                capabilities: app.grant.capabilities.filter(each => built.manifest.capabilities.includes(each)),
                hosts: app.grant.hosts.filter(each => built.manifest.hosts?.includes(each) === true),
              },
            }}
            context={placed}
            onConsole={(level, text) => onLine({ level, text })}
            onCall={({ call, outcome, code, message, milliseconds, sample }) =>
              onCall({
                sample,
                call,
                outcome: code === 'FORBIDDEN' || code === 'HOST_DENIED' ? 'refused' : outcome,
                code,
                message,
                milliseconds,
              })
            }
            onFault={fault =>
              onLine(
                fault.kind === 'silent'
                  ? { level: 'error', text: messages.preview.appGaveNoSign }
                  : {
                      level: 'error',
                      text: fault.message,
                      ...(fault.file === undefined || fault.line === undefined
                        ? {}
                        : { place: { file: fault.file, line: fault.line, column: fault.column ?? 1 } }),
                    },
              )
            }
          />
        )}
      </div>
    </aside>
  );
}

import { Code, Spoiler, Text } from '@mantine/core';
import type { JSX } from 'react';
import { joinParts } from '#core/base/common/index.ts';
import { longDate } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';
import { Part } from './plugin-parts.tsx';

interface PluginFaultsProps {
  readonly faults: readonly {
    readonly at: string;
    readonly side: 'server' | 'browser';
    readonly where: string;
    readonly message: string | null;
    readonly version?: string | null;
    readonly stack?: string | null;
  }[];
  /** All since the server started, also those that are no longer kept. */
  readonly count: number;
  /** A sentence after how many there are. */
  readonly note?: string;
}

/** Lists the faults in a plugin, as far as the person may see them; nothing where nothing did. */
export function PluginFaults({ faults, count, note }: PluginFaultsProps): JSX.Element {
  return (
    <Part title={messages.pluginFaults.faults} count={count}>
      <Text size="sm" c="var(--loupe-muted)">
        {messages.pluginFaults.sinceTheServerStartedNewest(
          count > faults.length ? messages.pluginFaults.theLastAreKept(faults.length) : '',
          note === undefined ? '' : ` ${note}`,
        )}
      </Text>
      {faults.map(({ at, side, where, message, version, stack }, index) => (
        <div key={index}>
          <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
            {message ?? messages.pluginFaults.itFailed}
          </Text>
          <Text size="sm" c="var(--loupe-muted)">
            {joinParts(
              side === 'browser' ? messages.pluginFaults.inTheBrowser : undefined,
              where,
              (version ?? '') === '' ? undefined : messages.pluginFaults.version(version),
              longDate(at),
            )}
          </Text>
          {(stack ?? '') === '' ? undefined : (
            <Spoiler
              maxHeight={54}
              showLabel={messages.pluginFaults.showTheStack}
              hideLabel={messages.pluginFaults.hide}
            >
              <Code block>{stack}</Code>
            </Spoiler>
          )}
        </div>
      ))}
    </Part>
  );
}

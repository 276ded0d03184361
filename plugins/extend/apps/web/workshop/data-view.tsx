import { Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { errorText, Segments } from '#core/ui/web/index.ts';
import type { AppView } from '../../common/app.ts';
import { MOST_DATA } from '../../common/app.ts';
import { AppsClient, appsKey } from '../apps-client.ts';
import classes from '../custom-apps.module.css';
import { messages } from '../messages.ts';
import { bytesText } from './bytes-text.ts';
import { ItemDataView } from './item-data-view.tsx';
import { mayLose, StoredJson } from './stored-json.tsx';

interface DataViewProps {
  readonly app: AppView;
  /** True while there are unsaved changes. */
  readonly unsaved: boolean;
  readonly onUnsaved: (unsaved: boolean) => void;
}

/** Shows the data of the app for the team and for items, with its size. */
export function DataView({ app, unsaved, onUnsaved }: DataViewProps): JSX.Element {
  const { api } = useService(AppsClient);
  const queries = useQueryClient();
  const team = useTeam();
  const [of, setOf] = useState<'team' | 'item'>('team');
  const params = { team_id: team.id, app_id: app.id };
  const key = [...appsKey(team.id), 'data', app.id];
  const use = useQuery({ queryKey: [...key, 'use'], staleTime: 0, queryFn: () => api.appDataUse({ params }) });
  const measure = (): void => void queries.invalidateQueries({ queryKey: [...key, 'use'] });
  return (
    <div className={classes['data']}>
      <Group gap="md">
        <Segments
          aria-label={messages.dataView.dataOf}
          data={[
            { value: 'team', label: messages.dataView.ofTheTeam },
            { value: 'item', label: messages.dataView.perItem },
          ]}
          value={of}
          onChange={value =>
            void mayLose(unsaved).then(yes => {
              if (yes) setOf(value);
            })
          }
        />
        <Text size="sm" c="var(--loupe-muted)" role="status">
          {use.data === undefined
            ? use.error === null
              ? messages.dataView.measuring
              : errorText(use.error)
            : messages.dataView.usedBytesText(
                bytesText(use.data.team.bytes, use.data.team.limit),
                use.data.items.bytes,
                use.data.items.count,
              )}
        </Text>
      </Group>
      {of === 'team' ? (
        <StoredJson
          at={[...key, 'team']}
          read={() => api.getAppData({ params })}
          write={(value, etag) => api.putAppData({ params, body: { value, ...(etag === undefined ? {} : { etag }) } })}
          limit={MOST_DATA}
          owner={messages.dataView.theTeam}
          onSaved={measure}
          onUnsaved={onUnsaved}
        />
      ) : (
        <ItemDataView
          app={app}
          largest={use.data?.largest ?? []}
          onSaved={measure}
          unsaved={unsaved}
          onUnsaved={onUnsaved}
        />
      )}
    </div>
  );
}

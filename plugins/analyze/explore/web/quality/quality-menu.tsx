import { Button, Menu } from '@mantine/core';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { ResultView } from '../../common/explore-address.ts';
import type { QualityQuery } from '../../common/quality-queries.ts';
import { generalChecks, objectChecks, pictureChecks } from '../../common/quality-queries.ts';
import { messages } from '../messages.ts';

interface QualityMenuProps {
  /** Items of the project may have pictures. */
  readonly pictures: boolean;
  readonly onRun: (query: string, view: ResultView) => void;
}

/** Queries that find pictures and objects whose quality is in doubt. */
export function QualityMenu({ pictures, onRun }: QualityMenuProps): JSX.Element {
  const entries = (checks: readonly QualityQuery[]): readonly JSX.Element[] =>
    checks.map(each => (
      <Menu.Item key={each.id} onClick={() => onRun(each.query, each.objects ? 'instance' : 'grid')}>
        {each.title}
      </Menu.Item>
    ));
  return (
    <Menu width={260} position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="warning" size={14} />}>
          {messages.qualityMenu.quality}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {pictures ? (
          <>
            <Menu.Label>{messages.qualityMenu.pictures}</Menu.Label>
            {entries(pictureChecks)}
            <Menu.Divider />
          </>
        ) : undefined}
        <Menu.Label>{messages.qualityMenu.objects}</Menu.Label>
        {entries(pictures ? objectChecks : generalChecks)}
      </Menu.Dropdown>
    </Menu>
  );
}

import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { useParams } from 'react-router-dom';
import { PageBody, PageHeader } from '#core/ui/web/index.ts';
import { PluginSwitches, useOrganizationPlugins } from '../plugin-switches.tsx';

/** The plugins of one organization, for its owner. */
export default function PluginsPage(): JSX.Element {
  const id = Number(useParams()['organizationId']);
  const { data } = useOrganizationPlugins(id);
  return (
    <>
      <PageHeader
        title={data === undefined ? 'Organization' : `Plugins of ${data.organization.name}`}
        {...(data === undefined ? {} : { count: data.data.length })}
      />
      <PageBody>
        <Text c="var(--loupe-muted)" mb="xs">
          A change takes effect at the next call of anybody in the organization, and at once in open tabs. Data of a
          plugin that is off stay.
        </Text>
        <PluginSwitches organizationId={id} />
      </PageBody>
    </>
  );
}

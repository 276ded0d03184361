import { SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTeam } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { pipelineTemplates } from '../common/templates.ts';
import classes from './automations.module.css';
import { messages } from './messages.ts';

const blank = {
  id: undefined,
  icon: 'plus',
  name: messages.templateGallery.blankPipeline,
  description: messages.templateGallery.drawEventsAndActions,
};

/** Pipelines to begin with. */
export function TemplateGallery(): JSX.Element {
  const team = useTeam();
  const navigate = useNavigate();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} maw={980}>
      {[blank, ...pipelineTemplates].map(each => (
        <UnstyledButton
          key={each.name}
          className={classes['card']}
          onClick={() =>
            void navigate(`/t/${team.id}/automations/new${each.id === undefined ? '' : `?template=${each.id}`}`)
          }
        >
          <span className={classes['cardIcon']}>
            <Icon name={each.icon} size={20} />
          </span>
          <Text span fw={600}>
            {each.name}
          </Text>
          <Text span size="sm" c="var(--loupe-muted)">
            {each.description}
          </Text>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import type { OrganizationDescription } from '../common/people-api.ts';
import { AdminClient } from './admin-client.ts';

/** An organization with its teams. */
export function useOrganization(id: number): UseQueryResult<OrganizationDescription> {
  const { organizationPeople } = useService(AdminClient);
  return useQuery({
    queryKey: ['organization', id],
    queryFn: () => organizationPeople.describeOrganization({ params: { organization_id: id } }),
  });
}

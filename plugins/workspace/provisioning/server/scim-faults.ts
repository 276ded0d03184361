import { Fault, isFault } from '#core/base/common/index.ts';
import { ERROR_SCHEMA } from '../common/scim-shapes.ts';

/** The detail error types of RFC 7644, section 3.12, that this server answers. */
export type ScimType = 'uniqueness' | 'invalidFilter' | 'invalidValue' | 'invalidPath' | 'mutability';

/** Returns an error in the shape that SCIM clients read. */
export function scimFault(status: number, detail: string, scimType?: ScimType): Fault {
  return new Fault('SCIM', detail, {
    status,
    shape: { schemas: [ERROR_SCHEMA], status: String(status), ...(scimType === undefined ? {} : { scimType }), detail },
  });
}

/** Does the work of a SCIM call; faults of the services below are answered in the shape of SCIM. */
export async function asScim<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isFault(error) || error.shape !== undefined || error.status >= 500) throw error;
    throw scimFault(error.status, error.message, error.status === 409 ? 'uniqueness' : undefined);
  }
}

export { BYTES, defineApi, SERVICES } from './contract.ts';
export type { Api, ArgumentsOf, Bytes, CallOf, Method, Operation, ReplyOf, ResultOf, Service } from './contract.ts';
export { decodeEntityContext, encodeEntityContext, ENTITY_CONTEXT_HEADERS } from './entity-context.ts';
export type { EntityContext } from './entity-context.ts';
export { defineEvents } from './events.ts';
export type { EventDefinition, EventEnvelope } from './events.ts';
export { fillPath, HOST_LABELS, queryString, serviceBase } from './paths.ts';
export { bulkResult, errorBody, flag, id, listOf, page, paged, success, time, z } from './shapes.ts';
export type { BulkResult } from './shapes.ts';

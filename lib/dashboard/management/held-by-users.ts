import "server-only";
import type { z } from "zod";
import type { Device } from "@/lib/contract/device";
import type { ResourceMetadata } from "@/lib/contract/metadata";
import type { JsonObject } from "@/lib/contract/safe-object";
import type { Session } from "@/lib/contract/session";
import { metadataChangeOf } from "../audit/changes";
import { dashboardConfig } from "../config";
import { type MetadataResource, resources } from "../resources/resources";
import { callManagement } from "./call/client";
import { readCheckpointPage } from "./smaller-pages";

type Described<Resource extends MetadataResource> = (typeof resources)[Resource]["metadata"];

/** One of a resource in a response, as far as all are alike. */
export type InResponse<Resource extends MetadataResource> = {
	id: string;
	user_id?: string | null | undefined;
	device?: Device | null | undefined;
	created_at?: unknown;
	actor?: Session["actor"];
} & { [Wire in Described<Resource>["wire"]]?: JsonObject | null | undefined };

/** One checkpoint page of those of a user. */
type PageInResponse<Resource extends MetadataResource, One> = {
	[Items in Described<Resource>["list"]["items"]]: One[];
} & { unreadable: number; next?: string | null | undefined; total?: number | null | undefined };

/** The requests about those of a resource that users have. */
export function ofUsers<Resource extends MetadataResource, One extends InResponse<Resource>>(
	resource: Resource,
	schema: z.ZodType<One>,
	pageSchema: z.ZodType<PageInResponse<Resource, One>>,
) {
	const { wire, read, update, list } = resources[resource].metadata;
	return {
		/** @param withinMs total time, where less than usual is left @throws SessionError, ManagementError */
		read: (id: string, withinMs?: number): Promise<One> => callManagement(read, { path: { id }, schema, withinMs }),
		/** Replaces the whole metadata; null removes all of it. @param current as last read, for the audit trail */
		update: (id: string, metadata: ResourceMetadata | null, current?: JsonObject): Promise<One> =>
			callManagement(update, {
				path: { id },
				body: { [wire]: metadata },
				schema,
				audit: metadataChangeOf(current, metadata, dashboardConfig().keepsMetadataValues),
			}),
		/** One checkpoint page. @param withTotal also how many there are in all, where the tenant sends that */
		listOfUser: (userId: string, from?: string, withTotal = false) =>
			readCheckpointPage(resource, { from, take: undefined }, async (checkpoint) => {
				const query = { ...checkpoint, include_totals: withTotal || undefined };
				const call = { path: { user_id: userId }, query, schema: pageSchema };
				const page = await callManagement(list.operation, call);
				return { ...page, items: page[list.items as keyof typeof page] as One[] };
			}),
	};
}

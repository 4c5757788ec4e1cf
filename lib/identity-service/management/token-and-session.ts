// What refresh tokens and sessions have alike: a device, and metadata by the same rules.
import { z } from "zod";
import { type ResourceMetadata, resourceMetadata } from "@/lib/contract/metadata";
import { DEVICE_FIELDS, deviceOf } from "../sessions/device";

const nullableText = z.string().nullable();

/** Six texts, null where unknown. */
export const deviceProperty = [
	z.strictObject(Object.fromEntries(DEVICE_FIELDS.map((name) => [name, nullableText]))),
	({ device }: { device: string }) => deviceOf(device),
] as const;

export const metadataProperty = [
	resourceMetadata.nullable(),
	({ metadata }: { metadata: string | null }) => metadata && JSON.parse(metadata),
] as const;

/** `name[key]=value` in a form; it has no null, so `name=` stands for it. */
export const metadataForm = { depth: 1, bare: (text: string) => (text === "" ? null : text) };

/** Metadata as it is stored: null and `{}` both remove all of it. */
export function metadataColumn(metadata: ResourceMetadata | null): string | null {
	return metadata === null || Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);
}

// What refresh tokens and sessions have alike: a device, and metadata by the same rules.
import { z } from "zod";
import type { ResourceMetadata } from "@/lib/contract/metadata";
import { DEVICE_FIELDS, deviceOf } from "../sessions/device";

/** Up to six texts: those that are known. */
export const deviceProperty = [
	z.strictObject(Object.fromEntries(DEVICE_FIELDS.map((name) => [name, z.string().optional()]))),
	({ device }: { device: string }) => deviceOf(device),
] as const;

/** `name[key]=value` in a form; it has no null, so `name=` stands for it. */
export const metadataForm = { depth: 1, bare: (text: string) => (text === "" ? null : text) };

/** Metadata as it is stored: null and `{}` both remove all of it. */
export function metadataColumn(metadata: ResourceMetadata | null): string | null {
	return metadata === null || Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);
}

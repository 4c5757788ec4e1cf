import type { CborItem } from "@/lib/mdoc/cbor/decode-cbor";
import type { Verification } from "@/lib/mdoc/verification/verification";

const BYTES_SHOWN = 24;

/**
 * The JSON for an application's code: namespaces → elements → `{ value, retain, verified }`. Binary values are base64url,
 * truncated here.
 * @returns null where the response is rejected
 */
export function applicationJson({ verdict, elements }: Verification): string | null {
	if (verdict === "rejected") return null;
	const namespaces = new Map<string, [string, object][]>();
	for (const { namespace, name, value, answeredBy, isRetained } of elements) {
		if (value === null) continue;
		const claim = {
			value: jsonOf(value),
			...(isRetained === null ? {} : { retain: isRetained }),
			...{ verified: true, ...(answeredBy === null ? {} : { answered_by: answeredBy }) },
		};
		namespaces.set(namespace, [...(namespaces.get(namespace) ?? []), [name, claim]]);
	}
	const claims = [...namespaces].map(([namespace, values]) => [namespace, Object.fromEntries(values)]);
	return JSON.stringify(Object.fromEntries(claims), null, 2);
}

function jsonOf(item: CborItem): unknown {
	if (item.kind === "tag") return jsonOf(item.item);
	if (item.kind === "array") return item.items.map(jsonOf);
	if (item.kind === "map") {
		return Object.fromEntries(item.entries.map(([key, value]) => [String(jsonOf(key)), jsonOf(value)]));
	}
	if (item.kind === "bytes") return bytesOf(item.value);
	return typeof item.value === "bigint" ? item.value.toString() : (item.value ?? null);
}

function bytesOf(bytes: Uint8Array): string {
	const shown = Buffer.from(bytes.subarray(0, BYTES_SHOWN)).toString("base64url");
	return bytes.length > BYTES_SHOWN ? `${shown}… (${bytes.length.toLocaleString("en")} bytes)` : shown;
}

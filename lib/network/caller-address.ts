import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv4 } from "node:net";
import { ipAddress } from "./ip-address.ts";

/** The connections whose `X-Forwarded-For` is trusted: none, any, or those from these addresses. */
export type TrustedProxies = "none" | "any" | BlockList;

const PREFIX_BITS_MAX = { ipv4: 32, ipv6: 128 };

/**
 * Reads `TRUST_PROXY`: `off`, `on`, or addresses and CIDR ranges with commas or spaces between them.
 * @throws Error with one sentence for anything else
 */
export function readTrustedProxies(text: string | undefined): TrustedProxies {
	const value = text?.trim() ?? "";
	if (value === "" || value === "off") return "none";
	if (value === "on") return "any";
	const proxies = new BlockList();
	for (const entry of value.split(/[\s,]+/).filter(Boolean)) {
		const [written = "", bits, ...others] = entry.split("/");
		const address = bits === undefined ? (ipAddress(written) ?? "") : written;
		const family = isIPv4(address) ? "ipv4" : "ipv6";
		const isBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= PREFIX_BITS_MAX[family]);
		if (!isIP(address) || !isBits || others.length > 0) {
			throw new Error(
				`TRUST_PROXY must be off, on, or IP addresses and CIDR ranges separated by commas, not "${text}".`,
			);
		}
		proxies.addSubnet(address, bits === undefined ? PREFIX_BITS_MAX[family] : Number(bits), family);
	}
	return proxies;
}

/**
 * Leaves in `X-Forwarded-For` the one address that a request comes from. Its former value is trusted only where the
 * connection comes from a trusted proxy: from the right, the first address that is not a trusted proxy's own, or where any
 * proxy is trusted, the last one. Any caller can forge the rest.
 */
export function settleCallerAddress({ headers, socket }: IncomingMessage, proxies: TrustedProxies): void {
	const connected = ipAddress(socket.remoteAddress ?? "");
	const caller = connected && forwardedBy(connected, String(headers["x-forwarded-for"] ?? ""), proxies);
	if (caller) headers["x-forwarded-for"] = caller;
	else delete headers["x-forwarded-for"];
}

function forwardedBy(connected: string, forwarded: string, proxies: TrustedProxies): string {
	if (proxies === "none") return connected;
	const entries = forwarded.split(",").map(ipAddress);
	if (proxies === "any") return entries.at(-1) ?? connected;
	let caller = connected;
	for (let left = entries.pop(); left && isIn(proxies, caller); left = entries.pop()) caller = left;
	return caller;
}

function isIn(proxies: BlockList, address: string): boolean {
	return proxies.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}

import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/section";
import type { RefreshTokenDevice } from "@/lib/contract/refresh-token";
import { deviceName } from "./user-agent";

type Side = { device: string | null; ip: string | null; asn: string | null; userAgent: string | null };

const lines = [
	["Device", "device"],
	["IP address", "ip"],
	["Network (ASN)", "asn"],
	["User agent", "userAgent"],
] as const satisfies [string, keyof Side][];

/** The device at issue beside the one at the latest exchange; what differs is marked in words. */
export function TokenDevice({ device }: { device: RefreshTokenDevice | null | undefined }) {
	const initial = sideOf(device?.initial_ip, device?.initial_asn, device?.initial_user_agent);
	const last = sideOf(device?.last_ip, device?.last_asn, device?.last_user_agent);
	return (
		<Section title="Device">
			<div className="grid gap-5 sm:grid-cols-2">
				<DeviceSide title="At issue" side={initial} />
				<DeviceSide title="At the latest exchange" side={last} comparedWith={initial} />
			</div>
			<p className="text-sm text-muted">
				The device's name is read from the user agent, which is what the device says of itself.
			</p>
		</Section>
	);
}

function DeviceSide({ title, side, comparedWith }: { title: string; side: Side; comparedWith?: Side }) {
	return (
		<div className="grid content-start gap-3">
			<h3 className="border-b border-line pb-1.5 text-sm font-semibold">{title}</h3>
			<dl className="grid gap-3 text-sm">
				{lines.map(([name, field]) => (
					<div key={field} className="grid gap-0.5">
						<dt className="text-muted">{name}</dt>
						<dd className="[overflow-wrap:anywhere]">
							<Value text={side[field]} />{" "}
							{comparedWith && differs(comparedWith[field], side[field]) ? (
								<Badge tone="warning">differs from issue</Badge>
							) : null}
						</dd>
					</div>
				))}
			</dl>
		</div>
	);
}

/** Only what is known on both sides can differ. */
function differs(initial: string | null, last: string | null): boolean {
	return initial !== null && last !== null && initial !== last;
}

function sideOf(
	ip: string | null | undefined,
	asn: string | null | undefined,
	userAgent: string | null | undefined,
): Side {
	return { device: deviceName(userAgent), ip: ip || null, asn: asn || null, userAgent: userAgent || null };
}

function Value({ text }: { text: string | null }) {
	return text === null ? <span className="text-muted">not said</span> : <bdi>{text}</bdi>;
}

import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/section";
import type { Device } from "@/lib/contract/device";
import { differs } from "@/lib/dashboard/devices/flags";
import { deviceName } from "@/lib/dashboard/devices/user-agent";

type Side = { device: string | null; ip: string | null; asn: string | null; userAgent: string | null };

const lines = [
	["Device", "device"],
	["IP address", "ip"],
	["Network (ASN)", "asn"],
	["User agent", "userAgent"],
] as const satisfies [string, keyof Side][];

type DeviceTableProps = {
	device: Device | null | undefined;
	/** The titles of the columns, and the mark of a difference. */
	words: { first: string; latest: string; differs: string };
	/** Who opened the session as its user, whose device it is then, and compared with none; null: the user. */
	openedBy?: string | null;
};

/** The first device beside the latest; differences are marked in words. */
export function DeviceTable({ device, words, openedBy = null }: DeviceTableProps) {
	const initial = sideOf(device?.initial_ip, device?.initial_asn, device?.initial_user_agent);
	const last = sideOf(device?.last_ip, device?.last_asn, device?.last_user_agent);
	return (
		<Section title={openedBy === null ? "Device" : `Device of ${openedBy}`}>
			<table className="w-full table-fixed text-left text-sm [&_:is(td,th)]:py-1.5 [&_:is(td,th)]:pr-4 [&_:is(td,th)]:align-baseline">
				<thead>
					<tr className="border-b border-line text-muted [&>th]:font-medium">
						<td className="w-20 sm:w-36" />
						<th scope="col">{words.first}</th>
						<th scope="col">{words.latest}</th>
					</tr>
				</thead>
				<tbody>
					{lines.map(([name, field]) => (
						<tr key={field} className="border-b border-line last:border-0">
							<th scope="row" className="font-normal text-muted">
								{name}
							</th>
							<td>
								<Value text={initial[field]} />
							</td>
							<td>
								<Value text={last[field]} />{" "}
								{openedBy === null && differs(initial[field], last[field]) ? (
									<Badge tone="warning">{words.differs}</Badge>
								) : null}
							</td>
						</tr>
					))}
				</tbody>
			</table>
			<p className="text-xs text-muted">
				The device's name is read from the user agent, which is what the device says of itself.
			</p>
		</Section>
	);
}

function sideOf(
	ip: string | null | undefined,
	asn: string | null | undefined,
	userAgent: string | null | undefined,
): Side {
	return { device: deviceName(userAgent), ip: ip || null, asn: asn || null, userAgent: userAgent || null };
}

function Value({ text }: { text: string | null }) {
	return text === null ? <span className="text-muted">not reported</span> : <bdi>{text}</bdi>;
}

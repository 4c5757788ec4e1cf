import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { notReported } from "@/components/ui/facts";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import type { Device } from "@/lib/contract/device";
import { differs } from "@/lib/dashboard/devices/flags";
import { deviceName } from "@/lib/dashboard/devices/user-agent";

type DeviceTableProps = {
	device: Device | null | undefined;
	/** The titles of the columns, and the mark of a difference. */
	words: { first: string; latest: string; differs: string };
	/** Who opened the session as its user, whose device it is then, and compared with none; null: the user. */
	openedBy?: string | null;
};

/** The first device beside the latest; differences are marked in words. */
export function DeviceTable({ device, words, openedBy = null }: DeviceTableProps) {
	const { initial_ip, last_ip, initial_asn, last_asn, initial_user_agent, last_user_agent } = device ?? {};
	const lines = [
		["Device", deviceName(initial_user_agent), deviceName(last_user_agent)],
		["IP address", initial_ip, last_ip],
		["Network (ASN)", initial_asn, last_asn],
		["User agent", initial_user_agent, last_user_agent],
	] as const;
	return (
		<Section title={openedBy === null ? "Device" : `Device of ${nameInWords(openedBy)}`}>
			<table className="w-full table-fixed text-left text-sm [&_:is(td,th)]:py-1.5 [&_:is(td,th)]:pr-4 [&_:is(td,th)]:align-baseline">
				<thead>
					<tr className="border-b border-line text-muted [&>th]:font-medium">
						<td className="w-20 sm:w-36" />
						<th scope="col">{words.first}</th>
						<th scope="col">{words.latest}</th>
					</tr>
				</thead>
				<tbody className="divide-y divide-line [&_th]:font-normal [&_th]:text-muted">
					{lines.map(([name, initial, last]) => (
						<tr key={name}>
							<th scope="row">{name}</th>
							<td>{initial ? shownValue(name, initial) : notReported}</td>
							<td>
								{last ? shownValue(name, last) : notReported}{" "}
								{openedBy === null && differs(initial, last) ? <Badge tone="warning">{words.differs}</Badge> : null}
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

function shownValue(line: string, value: string): ReactNode {
	return line === "IP address" ? <Breakable text={value} /> : <Name text={value} />;
}

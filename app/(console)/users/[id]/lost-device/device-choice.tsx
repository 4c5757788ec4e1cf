import { Badge } from "@/components/ui/badge";
import { Name } from "@/components/ui/name";
import { TimeText } from "@/components/ui/time-text";
import { type DeviceGroup, deviceInWords, lastActive } from "@/lib/dashboard/devices/group-devices";
import { Address } from "../sign-in-blocks";
import { DeviceEnds, type DeviceProps } from "./device-ends";
import { submittedChoice } from "./submitted-choice";

/** The devices as radio buttons; of the chosen one it is shown what ends. */
export function DeviceChoice(props: DeviceProps) {
	const { devices } = props;
	const chosen = submittedChoice.of(props.userId)?.device;
	return (
		<fieldset className="grid gap-3">
			<legend className="mb-2 font-medium">Which device is lost?</legend>
			{devices.groups.map((group) => (
				<Device key={group.key} group={group} isChosen={group.key === chosen} {...props} />
			))}
		</fieldset>
	);
}

function Device({ group, isChosen, ...props }: DeviceProps & { group: DeviceGroup; isChosen: boolean }) {
	const { devices, clock, can } = props;
	const { at, ip } = lastActive(group);
	const tokens = group.tokens.length + group.sessions.reduce((sum, held) => sum + held.tokens.length, 0);
	const facts = [counted(group.sessions.length, "session"), counted(tokens, "refresh token")];
	return (
		<div className="group rounded-md border border-line">
			<label className="flex min-h-8 flex-wrap items-baseline gap-x-2 gap-y-1 p-3 text-sm">
				<input
					type="radio"
					name="device"
					value={group.key}
					defaultChecked={isChosen}
					disabled={!can.end && !can.revoke}
					className="size-4 self-center"
				/>
				<Name className="font-medium" text={deviceInWords(group, devices.actorName)} />
				{group.actor === null ? null : <Badge tone="accent">not the user’s own</Badge>}
				<span className="text-muted">
					Last active <TimeText value={at || null} clock={clock} missing="at a time that is not reported" isCompact />
					<Address word="from" ip={ip} />; {facts.join(", ")}
				</span>
			</label>
			<div
				className={
					can.end || can.revoke
						? "hidden gap-3 border-t border-line p-3 text-sm group-has-[[type=radio]:checked]:grid"
						: "grid gap-3 border-t border-line p-3 text-sm"
				}
			>
				<DeviceEnds group={group} {...props} />
			</div>
		</div>
	);
}

function counted(count: number, one: string): string {
	return `${count === 0 ? "no" : count} ${count === 1 ? one : `${one}s`}${count === 0 ? " listed" : ""}`;
}

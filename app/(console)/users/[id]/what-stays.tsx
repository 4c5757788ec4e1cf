import { canUse, missingScope } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { resources } from "@/lib/dashboard/resources/resources";
import type { Role } from "@/lib/dashboard/session/permissions";
import type { Act, ActOnAll } from "./access-lanes";

// The choice of an act whose outcome the lanes show.

const labels: Readonly<Record<ActOnAll, string>> = {
	"sessions-and-tokens": "After ending all sessions, with refresh tokens",
	sessions: "After ending all sessions alone",
	tokens: "After revoking all refresh tokens",
};

/** Whether an act is offered on the page, and would end something. */
export function isOffered(act: ActOnAll, role: Role, sessions: number, tokens: number): boolean {
	if (act === "tokens") return tokens > 0 && canUse(role, "delete_user_refresh-tokens");
	if (sessions === 0 || !canUse(role, "delete_user_sessions")) return false;
	return act === "sessions" || missingScope("delete_user_refresh-tokens") === null;
}

export function Acts({ acts, after }: { acts: readonly ActOnAll[]; after: (act: Act) => string }) {
	const staysToo = (act: ActOnAll) => resources[act === "tokens" ? "refresh token" : "session"].ends.stays.all;
	return (
		<fieldset className="text-sm">
			<legend className="font-medium">What stays</legend>
			<div className="flex flex-wrap gap-x-4">
				<Choice value="" label="Now" isChosen />
				{acts.map((act) => (
					<Choice key={act} value={act} label={labels[act]} describedBy={`after-${act}`} />
				))}
			</div>
			{acts.map((act) => (
				<p key={act} id={`after-${act}`} className="after" data-after={act}>
					{after(act)} {staysToo(act)}
				</p>
			))}
		</fieldset>
	);
}

type ChoiceProps = { value: string; label: string; name?: string; describedBy?: string; isChosen?: boolean };

export function Choice({ value, label, name, describedBy, isChosen = false }: ChoiceProps) {
	return (
		<label className="inline-flex min-h-6 items-center gap-1.5">
			<input
				type="radio"
				name="after"
				value={value}
				defaultChecked={isChosen}
				aria-label={name}
				aria-describedby={describedBy}
			/>
			{label}
		</label>
	);
}

import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { Name } from "@/components/ui/name";
import { listSignInBlocks } from "@/lib/dashboard/management/users";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { OPTIONAL_PART_WITHIN_MS } from "../../_revocation/presence";
import { liftBlocksAction } from "./user-actions";

const SHOWN_MAX = 5;
/** The connections through which people sign in by codes that are sent to them. */
const CODES_OF: Readonly<Record<string, string>> = { email: "codes by e-mail", sms: "codes by SMS" };

/** The blocks of brute-force protection, with one request; null where the response omits them. @throws SessionError */
export function readSignInBlocks(userId: string) {
	return outcomeOf(listSignInBlocks(userId, OPTIONAL_PART_WITHIN_MS), "user");
}

export type SignInBlocks = Awaited<ReturnType<typeof readSignInBlocks>>;

export function BlocksAfterFailures({ value: list, problem }: SignInBlocks) {
	if (!list) {
		return (
			<span className="text-muted">
				not known<span className="block text-xs">{problem?.reason ?? problem?.title}</span>
			</span>
		);
	}
	if (list.length === 0) return "not blocked";
	return (
		<>
			<Badge tone="danger">blocked</Badge>
			<ul className="mt-1 grid gap-0.5 text-xs text-muted">
				{list.slice(0, SHOWN_MAX).map(({ identifier, ip, connection }) => (
					<li key={`${identifier} ${ip} ${connection}`}>
						<Name className="wrap-anywhere" text={identifier ?? "not reported"} />
						<Address word="from" ip={ip} />
						{connection ? (
							<>
								, <Name text={CODES_OF[connection] ?? connection} />
							</>
						) : null}
					</li>
				))}
				{list.length > SHOWN_MAX ? <li>and {list.length - SHOWN_MAX} more</li> : null}
			</ul>
		</>
	);
}

/** Follows what came from it; nothing where it is not known. */
export function Address({ word, ip }: { word: "from" | "at"; ip: string | null | undefined }) {
	if (!ip) return null;
	return (
		<>
			{` ${word} `}
			<code className="wrap-anywhere">
				<Breakable text={ip} />
			</code>
		</>
	);
}

type LiftBlocksProps = { userId: string; person: string };

/** Lifts them alone, of a person who is not blocked otherwise. */
export function LiftBlocks({ userId, person }: LiftBlocksProps) {
	return (
		<ConfirmedAction
			verb="Lift sign-in blocks"
			title="Lift the blocks after failed sign-ins?"
			action={liftBlocksAction}
			acts={["block"]}
			sends={{ userId }}
		>
			<p>
				<Name className="font-semibold" text={person} /> can try to sign in again from where too many attempts failed.
				So can anyone else who made those attempts.
			</p>
		</ConfirmedAction>
	);
}

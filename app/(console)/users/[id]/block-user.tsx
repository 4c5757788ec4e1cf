import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import type { ConsoleAccess } from "@/lib/dashboard/console-tokens/console-access";
import { someOf } from "@/lib/dashboard/in-short";
import { resources } from "@/lib/dashboard/resources/resources";
import { endConsoleAccessAction, setBlockedAction } from "./user-actions";

type BlockUserProps = {
	userId: string;
	person: string;
	isBlocked: boolean;
	/** Blocks after failed sign-ins, which unblocking does not lift; null where it is not known whether there are any. */
	hasSignInBlocks: boolean | null;
	/** Null: not for who looks. */
	access: ConsoleAccess | null;
};

/** Blocks a person, or lifts that, after a dialog that says what it does. */
export function BlockUser({ userId, person, isBlocked, hasSignInBlocks, access }: BlockUserProps) {
	const offersLift = isBlocked && hasSignInBlocks !== false;
	return (
		<ConfirmedAction
			verb={isBlocked ? "Unblock user" : "Block user"}
			action={setBlockedAction}
			acts={["block"]}
			sends={{ userId, blocked: isBlocked ? "no" : "yes", ...(offersLift && { mayHaveSignInBlocks: "yes" }) }}
			option={
				offersLift ? { name: "lift", label: "Also lift the blocks after failed sign-ins", isTicked: true } : undefined
			}
		>
			{isBlocked ? (
				<>
					<p>
						<Name className="font-semibold" text={person} /> can sign in again. The sessions and refresh tokens that are
						still there work again too.
					</p>
					{offersLift ? (
						<p>
							Blocks after failed sign-ins are separate.{" "}
							{hasSignInBlocks ? "There are some now." : "Whether there are any is not known."}
						</p>
					) : null}
				</>
			) : (
				<>
					<p>
						<Name className="font-semibold" text={person} /> can't sign in until they are unblocked, and no application
						can exchange their refresh tokens.
					</p>
					<p>
						{resources.user.stays} To end sessions and tokens for good, use “End all sessions” and “Revoke all tokens”
						on this page.
					</p>
					<p>If they are signed in to this console, that ends too, for good.</p>
					{access ? <TokensUnderBlock tokens={access.tokens} /> : null}
				</>
			)}
		</ConfirmedAction>
	);
}

type EndConsoleAccessProps = { userId: string; person: string; access: ConsoleAccess };

/** Ends what a person who is blocked already has of this console itself. */
export function EndConsoleAccess({ userId, person, access }: EndConsoleAccessProps) {
	return (
		<ConfirmedAction
			verb="End access to this console"
			title="End access to this console?"
			action={endConsoleAccessAction}
			acts={["block"]}
			sends={{ userId }}
		>
			<p>
				<Name className="font-semibold" text={person} /> is blocked, but their access to this console did not end with
				that. It ends now, for good.
			</p>
			{access.sessions > 0 ? <p>Sessions of this console that end: {access.sessions.toLocaleString("en")}.</p> : null}
			<TokensUnderBlock tokens={access.tokens} />
		</ConfirmedAction>
	);
}

/** What becomes of the read tokens that a person has created. */
function TokensUnderBlock({ tokens }: { tokens: ConsoleAccess["tokens"] }) {
	const outcomes = [
		[true, "work on. End what no one else needs on the page Read tokens."],
		[false, "end, and do not work again after unblocking."],
	] as const;
	return outcomes.map(([outcome, words]) => {
		const names = tokens.filter(({ stays }) => stays === outcome).map(({ name }) => `“${nameInWords(name)}”`);
		return names.length === 0 ? null : (
			<p key={words} className="wrap-anywhere">
				Read tokens of this console that they created ({someOf(names)}) {words}
			</p>
		);
	});
}

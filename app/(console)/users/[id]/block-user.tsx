import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { someOf } from "@/lib/dashboard/in-short";
import { resources } from "@/lib/dashboard/resources/resources";
import { setBlockedAction } from "./user-actions";

type BlockUserProps = {
	userId: string;
	person: string;
	isBlocked: boolean;
	/** Blocks after failed sign-ins, which unblocking does not lift; null where it is not known whether there are any. */
	hasSignInBlocks: boolean | null;
	/** The read tokens of this console that the user has created and that work, and whether they stay without the user. */
	tokens: readonly { name: string; stays: boolean }[];
};

/** Blocks a person, or lifts that, after a dialog that says what it does. */
export function BlockUser({ userId, person, isBlocked, hasSignInBlocks, tokens }: BlockUserProps) {
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
					<TokensUnderBlock tokens={tokens.filter(({ stays }) => stays)}>
						work on. End what no one else needs on the page Read tokens.
					</TokensUnderBlock>
					<TokensUnderBlock tokens={tokens.filter(({ stays }) => !stays)}>
						end with the block, and do not work again after it.
					</TokensUnderBlock>
				</>
			)}
		</ConfirmedAction>
	);
}

function TokensUnderBlock({ tokens, children }: { tokens: BlockUserProps["tokens"]; children: string }) {
	if (tokens.length === 0) return null;
	const named = someOf(tokens.map(({ name }) => `“${nameInWords(name)}”`));
	return (
		<p className="wrap-anywhere">
			Read tokens of this console that they created ({named}) {children}
		</p>
	);
}

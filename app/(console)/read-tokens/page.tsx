import type { Metadata } from "next";
import { FlashStatus, RefusedPage } from "@/app/_page/notices";
import { TextLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Section } from "@/components/ui/section";
import { dashboardConfig } from "@/lib/dashboard/config";
import { listConsoleTokens } from "@/lib/dashboard/console-tokens/console-tokens";
import { daysOfNewToken } from "@/lib/dashboard/console-tokens/token-days";
import { pageClock } from "@/lib/dashboard/request/page";
import { resources } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { NewReadToken } from "./new-read-token";
import { addReadTokenAction } from "./read-token-actions";
import { TokenList } from "./token-list";

const { title, path, permission } = resources["read token"];

export const metadata: Metadata = { title };

/** The tokens of programs that read from this console, or propose changes. */
export default async function ReadTokensPage() {
	const { role } = await requirePageSession(path);
	if (!may(role, permission)) return <RefusedPage title={title} permission={permission} role={role} />;
	const [tokens, clock] = await Promise.all([listConsoleTokens(), pageClock()]);
	const working = tokens.filter(({ state }) => state === "works");
	const ended = tokens.filter(({ state }) => state !== "works");
	return (
		<>
			<PageHeader title={title}>
				For programs that read the activity, plan templates or follow the{" "}
				<TextLink href="/log-stream#feed">feed</TextLink>. No token changes anything. One that proposes leaves a change
				of templates for an editor to <TextLink href="/proposals">decide</TextLink>.
			</PageHeader>
			<FlashStatus path={path} />
			<div className="grid gap-8">
				<Section title="Tokens that work">
					<TokenList label="Tokens that work" tokens={working} clock={clock} />
				</Section>
				<Section title="New token">
					<NewReadToken action={addReadTokenAction} path={path} days={daysOfNewToken()} ends={endsInWords()} />
				</Section>
				{ended.length > 0 ? (
					<Section title="Tokens that do not work">
						<TokenList label="Tokens that do not work" tokens={ended} clock={clock} />
					</Section>
				) : null}
			</div>
		</>
	);
}

/** A role by a claim ends without a new sign-in. */
function endsInWords(): string {
	const without =
		"Otherwise it rests while you are not an editor, and ends when you are blocked on this console. A kept token works to its last day, whatever becomes of you.";
	if (!dashboardConfig().roleClaim) return without;
	return `${without} A role that a claim gives you ends 8 hours after your last sign-in: a kept token works on then, any other rests until the next one.`;
}

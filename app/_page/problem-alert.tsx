import { PageLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { relativeTime } from "@/components/ui/time-text";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { CallReference } from "./call-reference";
import { RetryCountdown } from "./use-wait";

/** A problem as every page and form shows it. */
export function ProblemAlert({ problem }: { problem: Problem }) {
	const { title, message, detail, reference, retryAfterSeconds, link, about, down } = problem;
	return (
		<Alert tone="error" title={title}>
			{message ? <p>{message}</p> : null}
			{down ? <Since {...down} /> : null}
			{detail ? (
				<p>
					The service said: <q>{detail}</q>
				</p>
			) : null}
			{reference ? (
				<p>
					Reference <CallReference reference={reference} opensTab />
				</p>
			) : null}
			{retryAfterSeconds ? <RetryCountdown of={problem} /> : null}
			{link ? (
				<p>
					{/* Signing in in a new tab keeps what was typed on this page. */}
					{about === "signed-out" ? (
						<a href={link.href} target="_blank" rel="noopener" className="font-medium text-accent underline">
							{link.text} (opens a new tab)
						</a>
					) : (
						<PageLink href={link.href} className="font-medium text-accent underline">
							{link.text}
						</PageLink>
					)}
				</p>
			) : null}
		</Alert>
	);
}

/** Since when there was no usable response: in UTC, because the reader's time zone is unknown here. */
function Since({ since, at }: NonNullable<Problem["down"]>) {
	const ago = relativeTime(new Date(since), new Date(at));
	return (
		<p>
			Not available since{" "}
			<time dateTime={since} className="tabular-nums">
				{since.slice(11, 16)} UTC
			</time>
			{ago === "just now" ? "." : `, ${ago}.`}
		</p>
	);
}

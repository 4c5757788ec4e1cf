"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useRefresh } from "@/components/layout/fresh-pages";
import { PageLink, TextLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { relativeTime } from "@/components/ui/time-text";
import type { Problem } from "@/lib/dashboard/problem/problem";

/** A problem as every page and form shows it. */
export function ProblemAlert({ problem }: { problem: Problem }) {
	const { title, message, detail, reference, retryAfterSeconds, link, about, down } = problem;
	return (
		<Alert tone="error" title={title}>
			{message ? <p>{message}</p> : null}
			{down ? (
				<p>
					<Since {...down} />
				</p>
			) : null}
			{detail ? (
				<p>
					The tenant said: <q>{detail}</q>
				</p>
			) : null}
			{reference ? (
				<p>
					Reference <CallReference reference={reference} opensTab />
				</p>
			) : null}
			{retryAfterSeconds ? <RetryCountdown of={problem} /> : null}
			{link ? (
				<p className="font-medium">
					{/* Signing in in a new tab keeps what was typed on this page. */}
					{about === "signed-out" ? (
						<a href={link.href} target="_blank" rel="noopener" className="text-accent underline">
							{link.text} (opens a new tab)
						</a>
					) : (
						<TextLink href={link.href}>{link.text}</TextLink>
					)}
				</p>
			) : null}
		</Alert>
	);
}

/** Since when there was no usable response: in UTC, because the reader's time zone is unknown here. */
export function Since({ since, at }: NonNullable<Problem["down"]>) {
	const ago = relativeTime(new Date(since), new Date(at));
	return (
		<>
			Not available since <time dateTime={since}>{since.slice(11, 16)} UTC</time>
			{ago === "just now" ? "." : `, ${ago}.`}
		</>
	);
}

/** Whether the admin may see API calls; false outside of the console's pages. Its table of permissions stays on the server. */
export const SeesCalls = createContext(false);

type CallReferenceProps = { reference: string; className?: string; opensTab?: boolean; children?: ReactNode };

/** The reference of a call to the service; it links to the call where the admin may see it. */
export function CallReference(props: CallReferenceProps) {
	const { reference, className = "text-accent underline", opensTab = false, children } = props;
	const text = (
		<>
			{children}
			<code>{reference}</code>
		</>
	);
	if (!useContext(SeesCalls)) return <span>{text}</span>;
	const Link = opensTab ? "a" : PageLink;
	return (
		<Link href={`/api-calls?reference=${reference}`} className={className} {...(opensTab && NEW_TAB)}>
			{text}
		</Link>
	);
}

const NEW_TAB = { target: "_blank", rel: "noopener" };

/** Between two attempts; the last one repeats. */
const RETRY_SECONDS = [2, 3, 5, 8, 13, 21, 30];
const RETRIES_MAX = 30;
/** The tenant answers, and not for this page: reading it again once more won't help. */
const REFRESHES_MAX = 2;

/**
 * Reads the page again that the tenant did not answer for, once it answers: a handler of this console tells, less and less
 * often, while the tab is in sight.
 */
export function RetryBehind() {
	const refresh = useRefresh();
	const [tried, setTried] = useState(0);
	const [refreshed, setRefreshed] = useState(0);
	const hasEnded = tried === RETRIES_MAX || refreshed === REFRESHES_MAX;
	useEffect(() => {
		if (hasEnded) return;
		const seconds = RETRY_SECONDS[Math.min(tried, RETRY_SECONDS.length - 1)] ?? 0;
		const timer = setTimeout(async () => {
			if (!document.hidden && (await doesTenantAnswer())) {
				refresh();
				setRefreshed((count) => count + 1);
			}
			setTried(tried + 1);
		}, seconds * 1000);
		return () => clearTimeout(timer);
	}, [tried, hasEnded, refresh]);
	return (
		<span className="text-sm text-muted">
			{hasEnded ? "No longer retried automatically." : "Retried every few seconds."}
		</span>
	);
}

async function doesTenantAnswer(): Promise<boolean> {
	const response = await fetch("/api/console/tenant-health").catch(() => null);
	const { answers }: { answers?: boolean } = (await response?.json().catch(() => null)) ?? {};
	return answers === true;
}

const TICK_MS = 250;

/** Seconds until the service accepts requests again after this problem, counted down from when it was received; 0: now. */
export function useWait(problem: Problem | undefined): number {
	return useCountdown(problem, problem?.retryAfterSeconds ?? 0);
}

/** Seconds that are left of a wait. @param of what it is for: another object begins another wait */
export function useCountdown(of: object | undefined, seconds: number): number {
	const [counted, setCounted] = useState({ of, left: seconds });
	useEffect(() => {
		if (seconds === 0) return;
		const end = performance.now() + seconds * 1000;
		const timer = setInterval(() => {
			const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
			setCounted((before) => (before.of === of && before.left === left ? before : { of, left }));
			if (left === 0) clearInterval(timer);
		}, TICK_MS);
		return () => clearInterval(timer);
	}, [of, seconds]);
	return counted.of === of ? counted.left : seconds;
}

/**
 * The attributes of a button that does nothing while its action is pending and until the service accepts requests again:
 * it keeps the focus, and shows the seconds.
 */
export function busyButton({ isPending, wait }: { isPending: boolean; wait: number }) {
	return { "aria-disabled": isPending || wait > 0, "data-wait": wait > 0 ? `${wait} s` : undefined };
}

/** Counts down until the service accepts requests again; see `busyButton`. Without scripts it is a sentence. */
function RetryCountdown({ of }: { of: Problem }) {
	const left = useWait(of);
	return <p>{left > 0 ? <span aria-hidden="true">You can try again in {left} s.</span> : "You can try again now."}</p>;
}

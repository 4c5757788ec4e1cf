import { useLayoutEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import type { Advice } from "./advice-rules";

type AdviceListProps = { found: readonly Advice[]; canWrite: boolean; onFollow: (adviceId: string) => void };

/**
 * Advice on a request, each with a button that applies it. The button submits the form, so it works without scripts and
 * before hydration; it sends nothing to the service.
 */
export function AdviceList({ found, canWrite, onFollow }: AdviceListProps) {
	const list = useRef<HTMLDivElement>(null);
	const followed = useRef<string | null>(null);

	// An applied advice is removed with its button: the focus moves to the next one.
	useLayoutEffect(() => {
		const { current } = followed;
		if (!current || found.some(({ id }) => id === current)) return;
		followed.current = null;
		const next = list.current?.querySelector("button") ?? list.current;
		next?.focus();
	}, [found]);

	return (
		<div ref={list} tabIndex={-1}>
			{found.length === 0 ? <p className="text-sm text-muted">Nothing to advise against.</p> : null}
			<ul className="grid gap-4 text-sm empty:hidden">
				{found.map(({ id, title, reason, source, fix }) => (
					<li
						key={id}
						data-of={[...fix.remove, ...fix.add].join(" ")}
						className="grid justify-items-start gap-1 border-l-2 border-control pl-3"
					>
						<p className="font-medium">{title}</p>
						<p>{reason}</p>
						<p className="text-xs text-muted">
							Source:{" "}
							<a href={source.href} target="_blank" rel="noreferrer" className="underline">
								{source.text}
							</a>
						</p>
						{canWrite ? (
							<Button
								name="intent"
								value={`fix ${id}`}
								className="mt-1"
								onClick={(event) => {
									event.preventDefault();
									followed.current = id;
									onFollow(id);
								}}
							>
								{fix.label}
							</Button>
						) : null}
					</li>
				))}
			</ul>
		</div>
	);
}

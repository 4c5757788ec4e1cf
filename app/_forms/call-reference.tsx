"use client";

import type { ReactNode } from "react";
import { useMay } from "./role-context";

type CallReferenceProps = { reference: string; className?: string; opensTab?: boolean; children?: ReactNode };

/** The reference of a call to the service; it links to the call where the admin may see it. */
export function CallReference({ reference, className, opensTab = false, children }: CallReferenceProps) {
	const text = (
		<>
			{children}
			<code>{reference}</code>
		</>
	);
	if (!useMay("seeApiCalls")) return <span>{text}</span>;
	return (
		<a
			href={`/api-calls?reference=${reference}`}
			{...(opensTab && { target: "_blank", rel: "noopener" })}
			className={className ?? "text-accent underline"}
		>
			{text}
		</a>
	);
}

// @peculiar/x509 with the metadata on classes that it needs before it is loaded.
import "reflect-metadata";

export * from "@peculiar/x509";
